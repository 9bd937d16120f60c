import { z } from 'zod';

/**
 * How a door stands, in the words of ONVIF's Door Control Service (specification 22.12, types DoorState and DoorMode), with
 * the logical mode kept apart from what is seen of lock and leaf. Each has its own `unknown`: nothing is guessed.
 */
export const DoorStates = z.strictObject({
  /**
   * DoorMode, what the lock is meant to do: `accessed` released for a while, `unlocked` held open by staff, `blocked` kept
   * closed by staff, `locked_down` by a lockdown, `locked_open` held open by a fire until it is reset.
   */
  mode: z.enum(['locked', 'unlocked', 'accessed', 'blocked', 'locked_down', 'locked_open', 'unknown']),
  /** DoorPhysicalState, as the contact says. */
  door: z.enum(['open', 'closed', 'unknown']),
  /** LockPhysicalState, as the evidence says; `fault` when it did not follow several times in a row. */
  lock: z.enum(['locked', 'unlocked', 'fault', 'unknown']),
  /** DoorAlarmState, and before the alarm of a door held open its warning. */
  alarm: z.enum(['normal', 'held_open_soon', 'held_open', 'forced_open', 'unknown']),
  /** DoorFault: whether something of the door does not work, and what. */
  fault: z.strictObject({ state: z.enum(['none', 'detected', 'unknown']), text: z.string().max(300).nullable() }),
});
export type DoorStates = z.infer<typeof DoorStates>;
