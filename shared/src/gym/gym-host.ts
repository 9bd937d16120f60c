import { z } from 'zod';
import { GymPlace } from './gym-place.ts';

/**
 * What the program that plays scenarios asks of the process that started it, which alone may start others: gyms, and
 * their processes. One answer to each, by its id.
 */
const ask = { id: z.int().nonnegative() };
export const GymAsk = z.discriminatedUnion('ask', [
  z.strictObject({
    ...ask,
    ask: z.literal('open'),
    /** What the simulator reads as its building; `null` for the demo's. */
    building: z.record(z.string(), z.unknown()).nullable(),
    seed: z.string().max(64),
    /** Settings of every door, such as `holdSeconds`. */
    doors: z.record(z.string(), z.number()),
  }),
  z.strictObject({
    ...ask,
    ask: z.literal('process'),
    gym: z.int().nonnegative(),
    which: z.enum(['agent', 'cloud']),
    act: z.enum(['kill', 'stop', 'start']),
    /** The time at which the machine lives that it is started on, in the words of faketime. */
    clock: z.string().max(40).optional(),
  }),
  /** Whether the agent's disk takes anything more. */
  z.strictObject({ ...ask, ask: z.literal('disk'), gym: z.int().nonnegative(), state: z.enum(['full', 'room']) }),
  z.strictObject({ ...ask, ask: z.literal('close'), gym: z.int().nonnegative() }),
]);
export type GymAsk = z.infer<typeof GymAsk>;

export const GymAnswer = z.strictObject({
  ...ask,
  /** Why it was not done. */
  error: z.string().optional(),
  /** Of a gym that was opened. */
  opened: z.strictObject({ gym: z.int().nonnegative(), place: GymPlace }).optional(),
});
export type GymAnswer = z.infer<typeof GymAnswer>;
