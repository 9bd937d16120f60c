import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Where somebody may look: everywhere, or in these organisations and these facilities. */
export type Reach =
  | 'everywhere'
  | { readonly organisations: readonly OrgId[]; readonly facilities: readonly FacilityId[] };

const NO_TEXT = sql<string | null>`cast(null as text)`;

/** Registered devices and active boxes alike, each with where it is and its warranty. Both select the same, in one order. */
const everything = (tx: Tx) => {
  const registered = tx
    .selectFrom('device')
    .select([
      'device.id as id',
      'device.kind as kind',
      'device.facility_id as facility_id',
      'device.owner_user_id as owner_user_id',
      'device.name as name',
      'device.serial_number as serial_number',
      'device.model as model',
      'device.web_address as web_address',
      'device.settings as settings',
      'device.registered_at as registered_at',
      'device.heard_at as heard_at',
    ])
    .select(NO_TEXT.as('beacon'));
  const boxes = tx
    .selectFrom('box')
    .leftJoin('box_presence as presence', 'presence.box_id', 'box.id')
    .where('box.status', '=', 'active')
    .select('box.id as id')
    .select(sql<string>`'door-controller'`.as('kind'))
    .select('box.facility_id as facility_id')
    .select((eb) => [
      NO_TEXT.as('owner_user_id'),
      eb.ref('box.name').as('name'),
      // What staff wrote down of the box, or else at a door that it drives.
      eb.fn
        .coalesce(
          'box.serial_number',
          eb
            .selectFrom('door')
            .whereRef('door.box_id', '=', 'box.id')
            .select((of) => of.fn.min('door.device_serial_number').as('serial')),
        )
        .as('serial_number'),
      NO_TEXT.as('model'),
      NO_TEXT.as('web_address'),
      NO_TEXT.as('settings'),
    ])
    .select(['box.claimed_at as registered_at', 'presence.received_at as heard_at', 'presence.beacon as beacon']);
  return tx
    .selectFrom(registered.$castTo<DirectoryRow>().unionAll(boxes.$castTo<DirectoryRow>()).as('thing'))
    .leftJoin('facility', 'facility.id', 'thing.facility_id')
    .leftJoin('device_warranty as warranty', 'warranty.device_id', 'thing.id')
    .selectAll('thing')
    .select(['facility.org_id', 'facility.name as facility_name', 'warranty.purchased_on', 'warranty.warranty_until']);
};

/** The same within reach. What belongs nowhere is within that of who sees everything. */
const within = (tx: Tx, reach: Reach) =>
  everything(tx).where((eb) => {
    if (reach === 'everywhere') return eb.lit(true);
    const { organisations, facilities } = reach;
    return eb.or([
      ...(organisations.length > 0 ? [eb('facility.org_id', 'in', organisations)] : []),
      ...(facilities.length > 0 ? [eb('facility.id', 'in', facilities)] : []),
    ]);
  });

interface DirectoryRow {
  id: string;
  kind: string;
  facility_id: FacilityId | null;
  owner_user_id: string | null;
  name: string | null;
  serial_number: string | null;
  model: string | null;
  web_address: string | null;
  settings: string | null;
  registered_at: number;
  heard_at: number | null;
  beacon: string | null;
}
export type FoundRow = NonNullable<Awaited<ReturnType<ReturnType<typeof directoryRepo>['find']>>>;

export const directoryRepo = (tx: Tx) => ({
  find: (uuid: string) => everything(tx).where('thing.id', '=', uuid).executeTakeFirst(),

  /** In upper case. More than one where organisations have devices with the same, or staff wrote it down at several boxes. */
  bySerial: (serialNumber: string, reach: Reach) =>
    within(tx, reach)
      .where((eb) =>
        eb.or([
          eb('thing.serial_number', '=', serialNumber),
          eb(
            'thing.id',
            'in',
            eb
              .selectFrom('box')
              .where((of) => of(of.fn<string>('upper', ['box.serial_number']), '=', serialNumber))
              .select('box.id'),
          ),
          eb(
            'thing.id',
            'in',
            eb
              .selectFrom('door')
              .where((of) => of(of.fn<string>('upper', ['door.device_serial_number']), '=', serialNumber))
              .select('door.box_id'),
          ),
        ]),
      )
      .orderBy('thing.id')
      .limit(100)
      .execute(),

  /** Of facilities, by name. */
  atEach: (facilityIds: readonly FacilityId[]) =>
    everything(tx).where('thing.facility_id', 'in', facilityIds).orderBy('thing.name').orderBy('thing.id').execute(),

  /** A page of everything within reach, ordered by id. What belongs nowhere is seen by who sees everything. */
  page: (reach: Reach, { after, limit }: { readonly after: string; readonly limit: number }) =>
    within(tx, reach).where('thing.id', '>', after).orderBy('thing.id').limit(limit).execute(),

  /** Those of these facilities that are within reach. */
  facilitiesWithin: async (ids: readonly FacilityId[], reach: Reach): Promise<ReadonlySet<FacilityId>> => {
    if (reach === 'everywhere' || ids.length === 0) return new Set(ids);
    const rows = await tx.selectFrom('facility').where('id', 'in', ids).select(['id', 'org_id']).execute();
    const { organisations, facilities } = reach;
    const within = rows.filter(({ id, org_id }) => organisations.includes(org_id) || facilities.includes(id));
    return new Set(within.map(({ id }) => id));
  },

  /** What partners call facilities, where they all call one the same. */
  linkingIdentifiers: async (facilityIds: readonly FacilityId[]): Promise<ReadonlyMap<FacilityId, string>> => {
    const rows = await tx
      .selectFrom('partner_integration')
      .where('facility_id', 'in', facilityIds)
      .where('enabled', '=', 1)
      .where('linking_identifier', 'is not', null)
      .groupBy('facility_id')
      .having((eb) => eb(eb.fn.min('linking_identifier'), '=', eb.fn.max('linking_identifier')))
      .select((eb) => ['facility_id', eb.fn.min('linking_identifier').as('only')])
      .execute();
    return new Map(rows.flatMap(({ facility_id, only }) => (only === null ? [] : [[facility_id, only] as const])));
  },
});
