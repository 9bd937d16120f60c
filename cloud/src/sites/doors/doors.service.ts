import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type CommandKey, DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { doorsHashOf } from '@gatehouse/shared/wire/doors-hash.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { signState } from '@gatehouse/shared/wire/signed-state.ts';
import { wiringHashOf } from '@gatehouse/shared/wire/wiring-hash.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { createDoorAlarms } from './door-alarms.ts';
import { doorCounts } from './door-counts.ts';
import { doorsNamedAt } from './door-search.repo.ts';
import { createDoorSettings, type NewDoor } from './door-settings.ts';
import { BEACON_SECONDS, type Door, isForPartners, toDoor } from './door-view.ts';
import { doorsRepo } from './doors.repo.ts';
import { createHandOver, type LastHeard } from './hand-over.ts';
import { createOverrides, type OverridesDeps } from './overrides.ts';
import { createWatchedOverrides } from './watched-overrides.ts';

export interface DoorsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly boxes: Pick<BoxesService, 'findActive' | 'changed' | 'announce'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly commandKeys: readonly CommandKey[];
  /** Signs what boxes are to be. */
  readonly commandKey: SigningKey;
  readonly warnings: OverridesDeps['warnings'] & Pick<WarningsService, 'standing'>;
  readonly lockdowns: OverridesDeps['lockdowns'];
  readonly lastHeard: LastHeard;
  /** There are other doors to open here, or records that name doors have to be made anew; takes the facility's row lock. */
  readonly accessChanged: (tx: Tx, facilityId: FacilityId, what: 'doors' | 'records') => Promise<unknown>;
}

export type DoorsService = ReturnType<typeof createDoorsService>;

export const createDoorsService = (deps: DoorsDeps) => {
  const overrides = createOverrides(deps);
  const settings = createDoorSettings({ ...deps, handOver: createHandOver({ ...deps, ...overrides }) });
  return {
    ...overrides,
    ...createWatchedOverrides(deps),
    ...createDoorAlarms(deps),
    settings,
    ...createDoorRecords(deps, overrides, settings),
  };
};

const createDoorRecords = (
  { db, clock, boxes, organisations, commandKeys, commandKey }: DoorsDeps,
  overrides: Pick<ReturnType<typeof createOverrides>, 'overridesFor'>,
  settings: Pick<ReturnType<typeof createDoorSettings>, 'add'>,
) => ({
  create: (door: NewDoor): Promise<DoorId> => db.write((tx) => settings.add(tx, door)),

  /** Which of these doors a box drives or once drove, of those of its facility: one that was moved has none of the former. */
  everOf: async (
    tx: Tx,
    box: { readonly boxId: BoxId; readonly facilityId: FacilityId },
    doorIds: readonly DoorId[],
  ): Promise<ReadonlySet<string>> =>
    doorIds.length === 0 ? new Set() : new Set((await doorsRepo(tx).everOf(box, doorIds)).map(({ id }) => id)),

  /** How many doors a box drives. */
  countOf: async (tx: Tx, boxId: BoxId): Promise<number> => (await doorsRepo(tx).countsOf([boxId])).get(boxId) ?? 0,
  /** The same of many boxes; those that drive none are not in it. */
  countsOf: async (tx: Tx, boxIds: readonly BoxId[]): Promise<ReadonlyMap<BoxId, number>> =>
    boxIds.length === 0 ? new Map() : doorsRepo(tx).countsOf(boxIds),

  list: (tx: Tx, facilityId: FacilityId): Promise<Door[]> =>
    doorsRepo(tx)
      .list(facilityId)
      .then((rows) => rows.map((row) => toDoor(row, clock.wallMs()))),

  namedAt: doorsNamedAt,
  /** The doors of many facilities, one facility after the other. */
  listAtEach: async (tx: Tx, facilityIds: readonly FacilityId[]): Promise<Door[]> => {
    const rows = facilityIds.length === 0 ? [] : await doorsRepo(tx).listAtEach(facilityIds);
    return rows.map((row) => toDoor(row, clock.wallMs()));
  },

  /** How the doors of many facilities do. */
  countsAt: (tx: Tx, facilityIds: readonly FacilityId[]) => doorCounts(tx, facilityIds, clock.wallMs()),

  /** The door, if it is of this facility. */
  find: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<Door | undefined> => {
    const row = await doorsRepo(tx).find(doorId, facilityId);
    return row && toDoor(row, clock.wallMs());
  },

  /** The door, if it is of this facility and one that partners may see. */
  findForPartner: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<Door | undefined> => {
    const row = await doorsRepo(tx).find(doorId, facilityId);
    const door = row && toDoor(row, clock.wallMs());
    return door !== undefined && isForPartners(door) ? door : undefined;
  },

  listForPartner: async (tx: Tx, facilityId: FacilityId): Promise<Door[]> => {
    const rows = await doorsRepo(tx).list(facilityId);
    return rows.map((row) => toDoor(row, clock.wallMs())).filter(isForPartners);
  },

  /** Everything that a box should be; `undefined` for one that is not active. With epochs, and signed, for a box that knows them. */
  desiredState: (boxId: BoxId, { epochs = false, wiring = false } = {}): Promise<DesiredState | undefined> =>
    db.read(async (tx) => {
      const box = await boxes.findActive(tx, boxId);
      const facility = box && (await organisations.findFacility(tx, box.facility_id));
      if (box === undefined || facility === undefined) return undefined;
      const rows = await doorsRepo(tx).configsOf(boxId);
      const state = DesiredState.parse({
        v: 1,
        revision: box.desired_revision,
        facility: { id: facility.id, name: facility.name, timezone: facility.timezone },
        beaconSeconds: BEACON_SECONDS,
        commandKeys,
        doors: rows.map((row) => JSON.parse(row.config) as unknown),
        ...(await overrides.overridesFor(tx, boxId)),
      });
      if (!epochs) return state;
      const whole = {
        ...state,
        ...(box.desired_epoch !== null && { epoch: box.desired_epoch }),
        doorsHash: doorsHashOf(state.doors),
        ...(box.held_since !== null && { held: true }),
        ...(wiring && { wiring: wiringOf(state.doors, rows) }),
      };
      return signState(boxId, whole, commandKey);
    }),

  /** What boxes call the doors of a box as they are known here. */
  doorsHash: async (tx: Tx, boxId: BoxId): Promise<string> =>
    doorsHashOf((await doorsRepo(tx).configsOf(boxId)).map(({ config }) => DoorConfig.parse(JSON.parse(config)))),
});

/** What boxes call the wiring of these doors, with what staff answer for at each. */
const wiringOf = (
  doors: DesiredState['doors'],
  rows: readonly { readonly id: DoorId; readonly acknowledged: string }[],
): NonNullable<DesiredState['wiring']> => {
  const acknowledged = Object.fromEntries(
    rows.map((row) => [row.id, JSON.parse(row.acknowledged) as string[]] as const),
  );
  return { hash: wiringHashOf({ doors, acknowledged }), acknowledged };
};
