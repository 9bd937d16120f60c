import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { DoorStates } from '@gatehouse/shared/door/door-states.ts';
import { type Lockdown, type LockdownOverride, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { type Maintenance, NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Beacon, DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type { DoorRow } from './doors.repo.ts';

/** Boxes beacon every 5 s; after three missed ones a door counts as offline. */
export const BEACON_SECONDS = 5;
const STALE_AFTER = Seconds(3 * BEACON_SECONDS);

/** A door as the cloud knows it at this moment. */
export interface Door {
  readonly id: DoorId;
  readonly facilityId: FacilityId;
  readonly boxId: BoxId | undefined;
  readonly name: string;
  readonly zone: string | undefined;
  readonly location: string | undefined;
  /** Of the hardware at the door; where nobody has said that, of the box that drives it. */
  readonly serialNumber: string | undefined;
  readonly config: DoorConfig;
  readonly online: boolean;
  readonly lock: DoorReport['lock'];
  /** The last that the box reported, also while it is offline. */
  readonly maintenance: Maintenance;
  /** The same. Above the maintenance: while it is active, nobody gets in but by breaking the glass. */
  readonly lockdown: Lockdown;
  /** Staff have ordered a lockdown in the cloud, and the box has not said yet that it took it. */
  readonly lockdownAwaited: boolean;
  /** How it stands, in ONVIF's words, and its alarms; nothing while it is offline. */
  readonly states: DoorStates | undefined;
  readonly alarms: DoorReport['alarms'];
  readonly lastSeenMs: number | undefined;
  /**
   * Why it is online or not: `stale` where its box has fallen silent, `gone` where the link said that it was cut, `unreachable`
   * where the box is there and its board is not.
   */
  readonly presence: 'online' | 'unreachable' | 'stale' | 'gone' | 'never_seen' | 'without_box';
  /** What its box said last, whenever that was; nothing of a door that it did not name. */
  readonly reported: (Pick<DoorReport, 'contact' | 'lock' | 'alarms' | 'states'> & ReportingBox) | undefined;
}
type ReportingBox = Pick<Beacon, 'agentVersion' | 'clockTrusted' | 'configRevision'>;

/** Doors without evidence of their lock are not for partners: nothing could confirm their unlock. */
export const isForPartners = (door: Pick<Door, 'config'>): boolean => door.config.evidence.kind !== 'command-only';

export const toDoor = (row: DoorRow, nowMs: number): Door => {
  const beacon = row.box_id === null || row.beacon === null ? undefined : parseBeacon(row.box_id, row.beacon);
  const report = beacon?.doors.find(({ doorId }) => doorId === row.id);
  const alive = row.box_status === 'active' && isHeard(row, nowMs);
  const online = alive && report?.reachable === true;
  return {
    id: row.id,
    facilityId: row.facility_id,
    boxId: row.box_id ?? undefined,
    name: row.name,
    zone: row.zone ?? undefined,
    location: row.location ?? undefined,
    serialNumber: row.device_serial_number ?? row.box_serial_number ?? undefined,
    config: parseConfig(row.config),
    online,
    lock: online && report !== undefined ? report.lock : 'unknown',
    maintenance: currentMaintenance(report, nowMs),
    lockdown: report?.lockdown ?? NO_LOCKDOWN,
    lockdownAwaited: row.lockdown_override !== null && (JSON.parse(row.lockdown_override) as LockdownOverride).active,
    states: online ? report?.states : undefined,
    alarms: online && report !== undefined ? report.alarms : [],
    lastSeenMs: row.received_at ?? undefined,
    presence: online ? 'online' : alive ? 'unreachable' : absence(row),
    reported: beacon && report && reportedBy(beacon, report),
  };
};

/** What was heard of a box, and whether its connection is known to have ended since. */
export interface Heard {
  readonly received_at: number | null;
  readonly gone_at: number | null;
}

/** Whether a box is there at this moment, as far as anybody knows. */
export const isHeard = ({ received_at, gone_at }: Heard, nowMs: number): boolean =>
  received_at !== null && gone_at === null && nowMs - received_at < STALE_AFTER;

const absence = ({ box_id, received_at, gone_at }: DoorRow): Door['presence'] => {
  if (box_id === null) return 'without_box';
  if (received_at === null) return 'never_seen';
  return gone_at === null ? 'stale' : 'gone';
};

const reportedBy = (
  { agentVersion, clockTrusted, configRevision }: Beacon,
  { contact, lock, alarms, states }: DoorReport,
): Door['reported'] => ({
  agentVersion,
  clockTrusted,
  configRevision,
  contact,
  lock,
  alarms,
  ...(states && { states }),
});

/** Configurations change rarely and are read with every unlock: each text is parsed once. */
const parsed = new Map<string, DoorConfig>();
const parseConfig = (text: string): DoorConfig => {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= 10_000) parsed.clear();
  const config = DoorConfig.parse(JSON.parse(text));
  parsed.set(text, config);
  return config;
};

/** A beacon is read with every unlock until the next one comes: the last of each box is parsed once. */
const lastBeacons = new Map<string, { readonly text: string; readonly beacon: Beacon }>();
export const parseBeacon = (boxId: string, text: string): Beacon => {
  const last = lastBeacons.get(boxId);
  if (last?.text === text) return last.beacon;
  if (lastBeacons.size >= 1_000) lastBeacons.clear();
  const beacon = JSON.parse(text) as Beacon;
  lastBeacons.set(boxId, { text, beacon });
  return beacon;
};

const currentMaintenance = (report: DoorReport | undefined, nowMs: number): Maintenance => {
  const maintenance = report?.maintenance ?? NO_MAINTENANCE;
  const over = maintenance.untilMs !== null && maintenance.untilMs <= nowMs;
  return over ? { ...NO_MAINTENANCE, generation: maintenance.generation } : maintenance;
};
