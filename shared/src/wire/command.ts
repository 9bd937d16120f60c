import { z } from 'zod';
import { BootId, BoxId, CommandId, DoorId, FacilityId } from '../ids/ids.ts';

/** What every answer of a box names: the command, and the run of the box that answers. */
export const outcomeFields = {
  v: z.literal(1),
  commandId: CommandId,
  boxId: BoxId,
  doorId: DoorId,
  bootId: BootId,
};

/**
 * The envelope of everything that the cloud signs for one door: for one run of one box, startable until a moment on that
 * box's own monotonic clock. No wall clock is trusted, a copy is refused by its id, and a reboot voids it.
 */
export const commandFields = {
  ...outcomeFields,
  facilityId: FacilityId,
  /** Latest start on the box's monotonic clock, in ms. */
  notAfterMonoMs: z.number().nonnegative(),
  /** The topic that the outcome is published to. */
  replyTo: z.string().max(200),
};
