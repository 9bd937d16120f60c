import type { SoftRule } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { MaintenanceOverride } from '@gatehouse/shared/door/maintenance.ts';
import { isRewired } from '@gatehouse/shared/door/wiring.ts';
import { type BoxId, type DoorId, type FacilityId, newDoorId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { doorsRepo } from './doors.repo.ts';
import type { DoorTable } from './doors.tables.ts';
import type { createHandOver } from './hand-over.ts';
import { type OverrideRow, overridesRepo } from './overrides.repo.ts';
import type { OverridesDeps } from './overrides.ts';

/** A door as device management has it, whether a box drives it or not. */
export interface DoorSetting {
  readonly id: DoorId;
  readonly boxId: BoxId | null;
  readonly zone: string | null;
  readonly location: string | null;
  readonly serialNumber: string | null;
  readonly config: DoorConfig;
  /** What staff have answered for. */
  readonly acknowledged: readonly SoftRule[];
  /** Rises with every change of the door. */
  readonly version: number;
}

/** A door as device management defines it: how it is wired, timed and called. */
export type NewDoor = Omit<z.input<typeof DoorConfig>, 'doorId'> & {
  readonly facilityId: FacilityId;
  readonly zone?: string | null;
  readonly location?: string | null;
  readonly serialNumber?: string | null;
  readonly acknowledged?: readonly SoftRule[];
};

/** Compiled records name doors by bits of words of this size, and are as long as that takes. */
const DOORS_A_WORD = 64;

const settingOf = (row: Selectable<DoorTable>): DoorSetting => ({
  id: row.id,
  boxId: row.box_id,
  zone: row.zone,
  location: row.location,
  serialNumber: row.device_serial_number,
  config: DoorConfig.parse(JSON.parse(row.config)),
  acknowledged: JSON.parse(row.acknowledged) as SoftRule[],
  version: Number(row.version),
});

/** Was asked of the lock that the relay moved then. Whatever closes or locks down is right at any lock, and stays. */
const opens = ({ kind, wish }: OverrideRow): boolean =>
  kind === 'maintenance' && (JSON.parse(wish) as Pick<MaintenanceOverride, 'mode'>).mode === 'force-open';

/** The doors themselves, as they are kept. What a box may drive is judged by `door-controllers`, which every change goes through. */
export const createDoorSettings = (deps: {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly accessChanged: (tx: Tx, facilityId: FacilityId, what: 'doors' | 'records') => Promise<unknown>;
  readonly lockdowns: OverridesDeps['lockdowns'];
  readonly handOver: ReturnType<typeof createHandOver>;
}) => {
  const { clock, random, accessChanged, lockdowns, handOver } = deps;

  /** What was asked of the door, and not taken yet, is asked no longer. */
  const dropOverrides = async (
    tx: Tx,
    doorId: DoorId,
    which: (override: OverrideRow) => boolean = () => true,
  ): Promise<void> => {
    const dropped = (await overridesRepo(tx).openAt(doorId)).filter(which);
    await overridesRepo(tx).drop(
      dropped.map(({ id }) => id),
      clock.wallMs(),
    );
  };

  return {
    /** A new door, which no box drives yet. */
    add: async (tx: Tx, door: NewDoor): Promise<DoorId> => {
      const { facilityId, zone, location, serialNumber, acknowledged = [], ...wiring } = door;
      const id = newDoorId(random);
      const config = DoorConfig.parse({ ...wiring, doorId: id });
      await accessChanged(tx, facilityId, 'doors');
      await doorsRepo(tx).insert({
        id,
        facility_id: facilityId,
        box_id: null,
        name: config.name,
        zone: zone ?? null,
        location: location ?? null,
        device_serial_number: serialNumber ?? null,
        config: JSON.stringify(config),
        acknowledged: JSON.stringify(acknowledged),
      });
      const number = await doorsRepo(tx).number(facilityId, id);
      if (number > 0 && number % DOORS_A_WORD === 0) await accessChanged(tx, facilityId, 'records');
      return id;
    },

    setting: async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<DoorSetting | undefined> => {
      const row = await doorsRepo(tx).setting(doorId, facilityId);
      return row && settingOf(row);
    },
    settingsOf: async (tx: Tx, boxId: BoxId): Promise<DoorSetting[]> =>
      (await doorsRepo(tx).settingsOf(boxId)).map(settingOf),
    settingsAt: async (tx: Tx, facilityId: FacilityId): Promise<DoorSetting[]> =>
      (await doorsRepo(tx).settingsAt(facilityId)).map(settingOf),
    /** The same of many facilities, each with its own. */
    settingsAtEach: async (tx: Tx, ids: readonly FacilityId[]): Promise<ReadonlyMap<FacilityId, DoorSetting[]>> => {
      const byFacility = Map.groupBy(await doorsRepo(tx).settingsAtEach(ids), ({ facility_id }) => facility_id);
      return new Map([...byFacility].map(([id, rows]) => [id, rows.map(settingOf)]));
    },
    /** A door, wherever it is. */
    settingAnywhere: async (tx: Tx, doorId: DoorId) => {
      const row = await doorsRepo(tx).settingAnywhere(doorId);
      return row && { setting: settingOf(row), facilityId: row.facility_id };
    },

    /** Takes the door as given, if nobody has changed it since `version`; `false` otherwise. */
    put: async (tx: Tx, facilityId: FacilityId, { id, ...door }: DoorSetting): Promise<boolean> => {
      const before = await doorsRepo(tx).setting(id, facilityId);
      const isGiven = before !== undefined && before.box_id !== door.boxId;
      const stood = isGiven ? await handOver.standing(tx, facilityId, id) : undefined;
      const put = await doorsRepo(tx).put(id, facilityId, door.version, {
        box_id: door.boxId,
        name: door.config.name,
        zone: door.zone,
        location: door.location,
        device_serial_number: door.serialNumber,
        config: JSON.stringify(door.config),
        acknowledged: JSON.stringify(door.acknowledged),
      });
      if (put === undefined || before === undefined) return false;
      if (stood !== undefined) {
        // What was asked of a door at one box is not asked of another, but for what keeps people out.
        await dropOverrides(tx, id);
        if (door.boxId !== null) {
          await doorsRepo(tx).noteBox(id, door.boxId, clock.wallMs());
          await lockdowns().doorGiven(tx, facilityId, id);
          await handOver.give(tx, { facilityId, doorId: id, boxId: door.boxId }, stood);
        }
      } else if (isRewired(settingOf(before).config, door.config)) await dropOverrides(tx, id, opens);
      return true;
    },

    /** Nobody sees the door any more but by what happened at it; `false` if somebody has changed it since `version`. */
    remove: async (tx: Tx, facilityId: FacilityId, doorId: DoorId, version: number): Promise<boolean> => {
      await accessChanged(tx, facilityId, 'doors');
      const at = clock.wallMs();
      const gone = await doorsRepo(tx).put(doorId, facilityId, version, { box_id: null, removed_at: at });
      if (gone !== undefined) await dropOverrides(tx, doorId);
      return gone !== undefined;
    },
  };
};
