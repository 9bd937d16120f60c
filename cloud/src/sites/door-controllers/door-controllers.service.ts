import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { boxesFault } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { ShownBox } from '../boxes/claims.ts';
import { doorsFault } from '../doors/doors.faults.ts';
import type { DoorsService } from '../doors/doors.module.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { createBoxUpdates } from './box-updates.ts';
import {
  type Asked,
  type BoxWords,
  type ConfigurationDeps,
  createConfiguration,
  type Edit,
  wordsOf,
} from './configuration.ts';
import { createDifferences } from './differences.ts';
import { createDoorUpdates } from './door-updates.ts';
import { createWiring } from './wiring.ts';

export interface DoorControllersDeps extends ConfigurationDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly boxes: ConfigurationDeps['boxes'] &
    Pick<
      BoxesService,
      'associate' | 'decommission' | 'find' | 'activeAtEach' | 'presence' | 'knownBoxes' | 'noteDiffers'
    >;
  readonly doors: Pick<DoorsService, 'settings' | 'countsOf' | 'checkEnd'>;
  readonly warnings: Pick<WarningsService, 'keep' | 'close'>;
}

export type DoorControllersService = ReturnType<typeof createDoorControllersService>;

export const createDoorControllersService = (deps: DoorControllersDeps) => {
  const { db, boxes, doors } = deps;
  const configuration = createConfiguration(deps);
  const { change, give, boxesOf } = configuration;

  return {
    ...createDifferences(deps),
    ...createBoxUpdates(deps, configuration),
    ...createDoorUpdates(deps, configuration),
    ...createWiring(deps),

    /** Binds the box that shows `code` to a facility, names it, and gives it doors. */
    associate: async (
      tx: Tx,
      {
        facilityId,
        by,
        code,
        doorIds = [],
        ...words
      }: Asked & BoxWords & { code: string; doorIds?: readonly DoorId[] },
      asked: Edit['asked'] = 'staff',
    ): Promise<ShownBox> => {
      const shown = await boxes.associate(tx, facilityId, code);
      const { boxId } = shown;
      const boxIds = [boxId, ...(await boxesOf(tx, facilityId, doorIds))];
      const work = async (): Promise<void> => {
        await boxes.describe(tx, boxId, { name: null, ...wordsOf(words) });
        await give(tx, facilityId, boxId, doorIds, boxIds);
      };
      await change(tx, { facilityId, boxIds, by, asked, work });
      return shown;
    },

    /** Gives doors of a facility to one of its boxes. All or none; every box that is concerned is told. */
    assign: (facilityId: FacilityId, boxId: BoxId, doorIds: readonly DoorId[], by: string): Promise<void> =>
      db.write(async (tx) => {
        const box = await boxes.findActive(tx, boxId);
        if (box?.facility_id !== facilityId) throw doorsFault('box_elsewhere', 'This box is not of this facility.');
        const boxIds = [boxId, ...(await boxesOf(tx, facilityId, doorIds))];
        const work = () => give(tx, facilityId, boxId, doorIds, boxIds);
        await change(tx, { facilityId, boxIds, by, asked: 'operator', work });
      }),

    /** The box ends: no token, no session, no command from now on. Its doors stay, and no box drives them. */
    decommission: async (
      tx: Tx,
      { facilityId, boxId, by }: { facilityId?: FacilityId; boxId: BoxId; by: string },
    ): Promise<void> => {
      const box = await boxes.findActive(tx, boxId);
      if (box === undefined || (facilityId ?? box.facility_id) !== box.facility_id)
        throw boxesFault('box_unknown', 'There is no such active box.');
      const at = box.facility_id;
      const work = async (): Promise<void> => {
        const mine = await doors.settings.settingsOf(tx, boxId);
        await give(
          tx,
          at,
          null,
          mine.map(({ id }) => id),
          [boxId],
        );
      };
      await change(tx, { facilityId: at, boxIds: [boxId], by, asked: 'operator', work });
      await boxes.decommission(tx, boxId);
      await deps.warnings.close(tx, [{ kind: 'box_configuration_differs', facilityId: at, subject: boxId }]);
    },
  };
};
