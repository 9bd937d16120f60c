import type { MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { doorsFault } from '../doors/doors.faults.ts';
import type { DoorsService } from '../doors/doors.module.ts';
import { BoxState, type DoorState } from './box-state.ts';
import { type Asked, type BoxWords, type Configuration, outdated, wordsOf } from './configuration.ts';
import { changedDoor, type DoorChange } from './door-change.ts';
import { doorControllersFault } from './door-controllers.faults.ts';
import { doorControllersRepo } from './door-controllers.repo.ts';

export interface BoxUpdate extends Asked, BoxWords {
  readonly boxId: BoxId;
  readonly expectedVersion: number;
  readonly doors?: readonly (DoorChange & { readonly doorId: DoorId })[] | undefined;
  /** Doors that this box drives from now on, whichever did before. */
  readonly assign?: readonly DoorId[] | undefined;
  /** Doors of this box that none drives from now on. */
  readonly release?: readonly DoorId[] | undefined;
  /** What is asked of the doors after that: refused here, where it could not be asked. */
  readonly requested?: readonly {
    readonly doorId: DoorId;
    readonly mode: MaintenanceMode;
    readonly untilMs: number | null;
  }[];
}
/** Changes of a box and its doors together: all of it or nothing. */
export const createBoxUpdates = (
  deps: {
    readonly boxes: Pick<BoxesService, 'describe'>;
    readonly doors: Pick<DoorsService, 'settings' | 'checkEnd'>;
  },
  { activeBox, change, put, give, boxesOf }: Configuration,
) => {
  const { boxes, doors } = deps;

  const unchanged = async (tx: Tx, facilityId: FacilityId, boxId: BoxId, expectedVersion: number): Promise<void> => {
    const version = Number((await activeBox(tx, facilityId, boxId)).configuration_version);
    if (version !== expectedVersion) throw outdated('door controller', version);
  };
  const versionNow = async (tx: Tx, facilityId: FacilityId, boxId: BoxId): Promise<number> =>
    Number((await activeBox(tx, facilityId, boxId)).configuration_version);

  const updateNow = async (tx: Tx, update: BoxUpdate, locked: readonly BoxId[]): Promise<void> => {
    const { facilityId, boxId, expectedVersion, doors: changes = [], assign = [], release = [] } = update;
    await unchanged(tx, facilityId, boxId, expectedVersion);
    const words = wordsOf(update);
    if (Object.keys(words).length > 0) await boxes.describe(tx, boxId, words);
    await give(tx, facilityId, boxId, assign, locked);
    const mine = new Map((await doors.settings.settingsOf(tx, boxId)).map((door) => [door.id, door]));
    const stranger = (field: string, doorId: DoorId) =>
      doorsFault('door_unknown', `${field}: the door controller does not drive ${doorId}.`);
    for (const { doorId, ...changed } of changes) {
      const door = mine.get(doorId);
      if (door === undefined) throw stranger('doors', doorId);
      await put(tx, facilityId, changedDoor(door, changed));
    }
    for (const doorId of release) if (!mine.has(doorId)) throw stranger('release', doorId);
    await give(tx, facilityId, null, release, locked);
  };

  /** A door as a version has it, if it is still there and no other box drives it. */
  const putBack = async (tx: Tx, facilityId: FacilityId, boxId: BoxId, state: DoorState): Promise<void> => {
    const door = await doors.settings.setting(tx, facilityId, state.doorId);
    if (door === undefined || (door.boxId !== null && door.boxId !== boxId))
      throw doorControllersFault(
        'restore_impossible',
        `${state.config.name}: the door was removed, or another door controller drives it.`,
      );
    const { zone, location, serialNumber, acknowledged, config } = state;
    await put(tx, facilityId, { ...door, boxId, zone, location, serialNumber, acknowledged, config });
  };
  const restoreNow = async (tx: Tx, facilityId: FacilityId, boxId: BoxId, state: BoxState): Promise<void> => {
    const { name, serialNumber: serial_number, location } = state;
    await boxes.describe(tx, boxId, { name, serial_number, location });
    const mine = (await doors.settings.settingsOf(tx, boxId)).map(({ id }) => id);
    const kept = new Set(state.doors.map(({ doorId }) => doorId));
    await give(
      tx,
      facilityId,
      null,
      mine.filter((id) => !kept.has(id)),
      [boxId],
    );
    for (const door of state.doors) await putBack(tx, facilityId, boxId, door);
  };

  return {
    /** What staff call a box, which doors it drives, and how. Resolves with its version. */
    update: async (tx: Tx, update: BoxUpdate): Promise<number> => {
      const { facilityId, boxId, by, assign = [], release = [], requested = [] } = update;
      for (const override of requested) {
        doors.checkEnd(override.mode, override.untilMs);
        if (release.includes(override.doorId))
          throw doorsFault('door_without_box', 'doors: a door that is released has no maintenance.');
      }
      const boxIds = [boxId, ...(await boxesOf(tx, facilityId, assign))];
      await change(tx, { facilityId, boxIds, by, asked: 'staff', work: () => updateNow(tx, update, boxIds) });
      return versionNow(tx, facilityId, boxId);
    },

    /** Makes a box again what a version says, as a new version. */
    restore: async (
      tx: Tx,
      asked: Asked & { readonly boxId: BoxId; readonly version: number; readonly expectedVersion: number },
    ): Promise<number> => {
      const { facilityId, boxId, by, version, expectedVersion } = asked;
      await activeBox(tx, facilityId, boxId);
      const row = await doorControllersRepo(tx).find(boxId, version);
      if (row === undefined) throw doorControllersFault('version_unknown', `version: there is no version ${version}.`);
      const state = BoxState.parse(JSON.parse(row.state));
      const work = async () => {
        await unchanged(tx, facilityId, boxId, expectedVersion);
        await restoreNow(tx, facilityId, boxId, state);
      };
      await change(tx, { facilityId, boxIds: [boxId], by, asked: 'staff', restoredFrom: version, work });
      return versionNow(tx, facilityId, boxId);
    },
  };
};
