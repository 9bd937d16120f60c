import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DeviceKind, DeviceSettings } from './device.ts';
import { directoryRepo, type FoundRow, type Reach } from './directory.repo.ts';
import { plainSerial } from './plain-serial.ts';

export type { Reach } from './directory.repo.ts';

/** A device or a box, as lists and metadata show both. */
export interface Found {
  readonly uuid: string;
  readonly kind: DeviceKind | 'door-controller';
  readonly facilityId: FacilityId | null;
  readonly organisationId: OrgId | null;
  readonly facilityName: string | null;
  readonly ownerUserId: string | null;
  readonly name: string | null;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly webAddress: string | null;
  readonly settings: DeviceSettings;
  readonly registeredAt: number;
  readonly updatedAt: number | null;
  readonly agentVersion: string | null;
  readonly purchasedOn: string | null;
  readonly warrantyUntil: string | null;
  /** Whole days until the last day of the warranty, in UTC. */
  readonly warrantyDaysLeft: number | null;
  /** Whether it said something itself within the last five minutes. */
  readonly online: boolean;
}

/** A device counts as online while it said something itself within this time, its end included. */
const ONLINE_WITHIN = Minutes(5);

const found = (row: FoundRow, nowMs: number): Found => ({
  uuid: row.id,
  kind: row.kind as Found['kind'],
  facilityId: row.facility_id,
  organisationId: row.org_id,
  facilityName: row.facility_name,
  ownerUserId: row.owner_user_id,
  name: row.name,
  serialNumber: row.serial_number,
  model: row.model,
  webAddress: row.web_address,
  settings: row.settings === null ? {} : (JSON.parse(row.settings) as DeviceSettings),
  registeredAt: Number(row.registered_at),
  updatedAt: row.heard_at === null ? null : Number(row.heard_at),
  agentVersion: row.beacon === null ? null : (JSON.parse(row.beacon) as Beacon).agentVersion,
  purchasedOn: row.purchased_on,
  warrantyUntil: row.warranty_until,
  warrantyDaysLeft: row.warranty_until === null ? null : dayOf(Date.parse(row.warranty_until)) - dayOf(nowMs),
  online: row.heard_at !== null && nowMs - Number(row.heard_at) <= ONLINE_WITHIN,
});

const dayOf = (ms: number): number => Math.floor(ms / Days(1));

const isWithin = ({ facility_id, org_id }: FoundRow, reach: Reach): boolean =>
  facility_id === null ||
  reach === 'everywhere' ||
  reach.facilities.includes(facility_id) ||
  (org_id !== null && reach.organisations.includes(org_id));

/** Devices and boxes together, as they are now. */
export const createDirectory = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }) => ({
  lookUp: async (tx: Tx, uuid: string): Promise<Found | undefined> => {
    const row = await directoryRepo(tx).find(uuid.toLowerCase());
    return row && found(row, clock.wallMs());
  },

  /** The same within reach. What belongs nowhere is within everybody's. */
  lookUpWithin: async (tx: Tx, uuid: string, reach: Reach): Promise<Found | undefined> => {
    const row = await directoryRepo(tx).find(uuid.toLowerCase());
    return row && isWithin(row, reach) ? found(row, clock.wallMs()) : undefined;
  },

  /** Those within reach that have this serial number: one in an organisation, or several boxes whose doors carry the same. */
  lookUpSerial: async (tx: Tx, serialNumber: string, reach: Reach): Promise<Found[]> =>
    (await directoryRepo(tx).bySerial(plainSerial(serialNumber), reach)).map((row) => found(row, clock.wallMs())),

  everythingAt: async (tx: Tx, facilityId: FacilityId): Promise<Found[]> =>
    (await directoryRepo(tx).atEach([facilityId])).map((row) => found(row, clock.wallMs())),

  /** The same of many facilities, one after the other by name. */
  everythingAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]): Promise<Found[]> =>
    (await directoryRepo(tx).atEach(facilityIds)).map((row) => found(row, clock.wallMs())),

  pageWithin: async (
    tx: Tx,
    reach: Reach,
    page: { readonly after: string; readonly limit: number },
  ): Promise<Found[]> => (await directoryRepo(tx).page(reach, page)).map((row) => found(row, clock.wallMs())),

  facilitiesWithin: (tx: Tx, ids: readonly FacilityId[], reach: Reach): Promise<ReadonlySet<FacilityId>> =>
    directoryRepo(tx).facilitiesWithin(ids, reach),

  /** What partners call facilities, where they all call one the same. */
  linkingIdentifiersOf: (tx: Tx, facilityIds: readonly FacilityId[]): Promise<ReadonlyMap<FacilityId, string>> =>
    directoryRepo(tx).linkingIdentifiers(facilityIds),
});
