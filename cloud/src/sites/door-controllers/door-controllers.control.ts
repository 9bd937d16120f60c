import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { DoorControllersService } from './door-controllers.service.ts';

/** Orders that bind boxes to facilities and doors, and end them. */
export const doorControllerCommands = ({
  db,
  doorControllers,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly doorControllers: Pick<DoorControllersService, 'associate' | 'assign' | 'decommission'>;
}): Readonly<Record<string, ControlCommand>> => ({
  associate: controlCommand({
    body: z.strictObject({
      facilityId: FacilityId,
      code: z.string().max(20),
      doorIds: z.array(DoorId).max(64).default([]),
    }),
    run: async ({ facilityId, code, doorIds }) => {
      const claimed = { facilityId, code, doorIds, by: 'operator' };
      return db.write((tx) => doorControllers.associate(tx, claimed, 'operator'));
    },
  }),
  'assign-doors': controlCommand({
    body: z.strictObject({ facilityId: FacilityId, boxId: BoxId, doorIds: z.array(DoorId).min(1).max(64) }),
    run: ({ facilityId, boxId, doorIds }) => doorControllers.assign(facilityId, boxId, doorIds, 'operator'),
  }),
  decommission: controlCommand({
    body: z.strictObject({ boxId: BoxId }),
    run: ({ boxId }) => db.write((tx) => doorControllers.decommission(tx, { boxId, by: 'operator' })),
  }),
});
