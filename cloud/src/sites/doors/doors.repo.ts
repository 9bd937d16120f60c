import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Updateable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DoorTable } from './doors.tables.ts';

/** Doors as they are asked for: with the newest that is known of the box that drives each, and what it was told and has not said. */
const withPresence = (tx: Tx) =>
  tx
    .selectFrom('door')
    .where('door.removed_at', 'is', null)
    .leftJoin('box', 'box.id', 'door.box_id')
    .leftJoin('box_presence as presence', 'presence.box_id', 'door.box_id')
    .selectAll('door')
    .select([
      'box.status as box_status',
      'box.serial_number as box_serial_number',
      'presence.received_at',
      'presence.gone_at',
      'presence.beacon',
    ])
    .select((eb) =>
      eb
        .selectFrom('door_wish as asked')
        .whereRef('asked.door_id', '=', 'door.id')
        .where('asked.kind', '=', 'lockdown')
        .where('asked.state', '=', 'open')
        .select('asked.wish')
        .orderBy('asked.made_at', 'desc')
        .limit(1)
        .as('lockdown_override'),
    );

/** Doors that were not removed. */
const standing = (tx: Tx) => tx.selectFrom('door').where('removed_at', 'is', null).selectAll();

export type DoorRow = Awaited<ReturnType<ReturnType<typeof doorsRepo>['list']>>[number];

const doorOf = prepared((tx, { doorId, facilityId }: { doorId: DoorId; facilityId: FacilityId }) =>
  withPresence(tx).where('door.id', '=', doorId).where('door.facility_id', '=', facilityId),
);

export const doorsRepo = (tx: Tx) => ({
  insert: (row: Insertable<DoorTable>): Promise<unknown> => tx.insertInto('door').values(row).execute(),

  /** Gives a new door its number. Under the facility's row lock of access. */
  number: async (facilityId: FacilityId, doorId: DoorId): Promise<number> => {
    const { last } = await tx
      .selectFrom('door_number')
      .where('facility_id', '=', facilityId)
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const number = last === null ? 0 : Number(last) + 1;
    await tx.insertInto('door_number').values({ facility_id: facilityId, number, door_id: doorId }).execute();
    return number;
  },

  setting: (doorId: DoorId, facilityId: FacilityId) =>
    standing(tx).where('id', '=', doorId).where('facility_id', '=', facilityId).executeTakeFirst(),
  settingsOf: (boxId: BoxId) => standing(tx).where('box_id', '=', boxId).orderBy('id').execute(),
  settingsAt: (facilityId: FacilityId) =>
    standing(tx).where('facility_id', '=', facilityId).orderBy('name').orderBy('id').execute(),

  /** The doors of many facilities, of each by name. */
  settingsAtEach: (facilityIds: readonly FacilityId[]) =>
    standing(tx).where('facility_id', 'in', facilityIds).orderBy('name').orderBy('id').execute(),
  /** A door, wherever it is. */
  settingAnywhere: (doorId: DoorId) => standing(tx).where('id', '=', doorId).executeTakeFirst(),

  /** `undefined` when somebody has changed the door since `version`, or it is not there. */
  put: (doorId: DoorId, facilityId: FacilityId, version: number, values: Updateable<DoorTable>) =>
    tx
      .updateTable('door')
      .set(values)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', doorId)
      .where('facility_id', '=', facilityId)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),

  /** From now on the box is one that has, or had, the door. */
  noteBox: (doorId: DoorId, boxId: BoxId, at: number): Promise<unknown> =>
    tx
      .insertInto('door_driver')
      .values({ door_id: doorId, box_id: boxId, since_at: at })
      .onConflict((c) => c.columns(['door_id', 'box_id']).doUpdateSet({ since_at: at }))
      .execute(),

  everOf: ({ boxId, facilityId }: { boxId: BoxId; facilityId: FacilityId }, doorIds: readonly DoorId[]) =>
    tx
      .selectFrom('door_driver')
      .innerJoin('door', 'door.id', 'door_driver.door_id')
      .where('door_driver.box_id', '=', boxId)
      .where('door_driver.door_id', 'in', [...doorIds])
      .where('door.facility_id', '=', facilityId)
      .select('door.id')
      .execute(),

  countsOf: async (boxIds: readonly BoxId[]): Promise<ReadonlyMap<BoxId, number>> => {
    const rows = await tx
      .selectFrom('door')
      .where('box_id', 'in', [...boxIds])
      .groupBy('box_id')
      .select((eb) => ['box_id', eb.fn.countAll().as('doors')])
      .execute();
    return new Map(rows.flatMap(({ box_id, doors }) => (box_id === null ? [] : [[box_id, Number(doors)] as const])));
  },

  list: (facilityId: FacilityId) =>
    withPresence(tx).where('door.facility_id', '=', facilityId).orderBy('door.name').orderBy('door.id').execute(),

  /** The same of many facilities. */
  listAtEach: (facilityIds: readonly FacilityId[]) =>
    withPresence(tx)
      .where('door.facility_id', 'in', [...facilityIds])
      .orderBy('door.facility_id')
      .orderBy('door.name')
      .orderBy('door.id')
      .execute(),

  /** Which doors many facilities have. */
  at: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('door')
      .where('facility_id', 'in', facilityIds)
      .where('removed_at', 'is', null)
      .select(['id', 'facility_id', 'box_id'])
      .execute(),

  /** What is known of the boxes that drive them, each box once however many doors it has. */
  driversAt: (facilityIds: readonly FacilityId[]) =>
    tx
      .selectFrom('box')
      .innerJoin('box_presence as presence', 'presence.box_id', 'box.id')
      .where('box.id', 'in', (eb) =>
        eb
          .selectFrom('door')
          .where('door.facility_id', 'in', facilityIds)
          .where('door.removed_at', 'is', null)
          .where('door.box_id', 'is not', null)
          .select('door.box_id'),
      )
      .select(['box.id', 'box.status as box_status', 'presence.received_at', 'presence.gone_at', 'presence.beacon'])
      .execute(),

  /** A door is found through its facility only, so that ids of others cannot be probed. */
  find: async (doorId: DoorId, facilityId: FacilityId) => (await doorOf(tx, { doorId, facilityId }))[0],

  configsOf: (boxId: BoxId) =>
    tx.selectFrom('door').where('box_id', '=', boxId).select(['id', 'config', 'acknowledged']).orderBy('id').execute(),
});
