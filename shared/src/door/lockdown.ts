import { z } from 'zod';
import { DoorId } from '../ids/ids.ts';

/**
 * A door that lets nobody in but by a break-glass grant. A layer of its own above maintenance: only its own release ends
 * it, and no way out is ever touched by it. Ordered by `generation`, as maintenance is.
 */
export const Lockdown = z.strictObject({
  active: z.boolean(),
  by: z.string().max(120).nullable(),
  reason: z.string().max(200).nullable(),
  generation: z.int().nonnegative(),
});
export type Lockdown = z.infer<typeof Lockdown>;

export const NO_LOCKDOWN: Lockdown = { active: false, by: null, reason: null, generation: 0 };

/**
 * A lockdown, or its end, that staff ask for in the cloud. Beginning one converges upward: it is taken whatever the box's
 * generation is. Ending one names the generation that was seen, and is refused where another began meanwhile.
 */
export const LockdownOverride = z.strictObject({
  wishId: z.string().min(1).max(64),
  doorId: DoorId,
  active: z.boolean(),
  by: z.string().min(1).max(120),
  reason: z.string().max(200),
  seen: z.int().nonnegative(),
});
export type LockdownOverride = z.infer<typeof LockdownOverride>;
