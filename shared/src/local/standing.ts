import { z } from 'zod';
import { ContactState, LockState, MaintenanceMode } from '../door/door-config.ts';
import { DoorId } from '../ids/ids.ts';

/** A door as observers see it: retained by the box on the door's own topic, gone with the door. */
export const LocalDoorState = z.strictObject({
  v: z.literal(1),
  doorId: DoorId,
  name: z.string().max(120),
  lock: LockState,
  contact: ContactState,
  mode: MaintenanceMode,
  reachable: z.boolean(),
  /** A `forced_open`, `held_open`, `relay_fault`, `fire`, `unaccounted` or another that raises its voice now. */
  alarms: z.array(z.string().max(40)).max(16),
});
export type LocalDoorState = z.infer<typeof LocalDoorState>;

/** The box as observers see it: retained. */
export const LocalBoxState = z.strictObject({
  v: z.literal(1),
  boxId: z.uuid(),
  standing: z.enum(['online', 'offline']),
  version: z.string().max(40),
  /** Whether the cloud can be reached. Doors do not need it. */
  cloud: z.boolean(),
  doors: z.array(DoorId).max(64),
});
export type LocalBoxState = z.infer<typeof LocalBoxState>;
