import { z } from 'zod';
import { commandFields, outcomeFields } from './command.ts';
import { defineMessage, Signed } from './message.ts';

/** What a box of a sandbox can be asked to suffer, for a limited time. `clear` ends what is simulated at the door. */
export const BoxScenario = z.enum(['offline', 'jam', 'slow_confirmation', 'maintenance', 'clear']);
export type BoxScenario = z.infer<typeof BoxScenario>;

/** The longest that anything is simulated, in ms. */
export const SIMULATED_MS_MAX = 300_000;

const ForMs = z.int().min(0).max(SIMULATED_MS_MAX);

/**
 * What the cloud signs to have a failure simulated at one door. No text is both this and an unlock: each has members
 * the other lacks.
 */
export const SimulateCommand = z.strictObject({
  ...commandFields,
  scenario: BoxScenario,
  /** How long it lasts, counted on the box's monotonic clock from its start. */
  forMs: ForMs,
});
export type SimulateCommand = z.infer<typeof SimulateCommand>;

/** Why a box simulates nothing. `no_simulator`: its own configuration names none, so it drives a real building. */
export const SimulateRefusal = z.enum([
  'no_simulator',
  'other_boot',
  'expired',
  'repeated',
  'unknown_door',
  'door_in_use',
  'maintenance',
  'simulator_failed',
]);
export type SimulateRefusal = z.infer<typeof SimulateRefusal>;

/** What the box signs in answer. */
export const SimulateOutcome = z.discriminatedUnion('outcome', [
  z.strictObject({
    ...outcomeFields,
    outcome: z.literal('simulating'),
    scenario: BoxScenario,
    forMs: ForMs,
  }),
  z.strictObject({
    ...outcomeFields,
    outcome: z.literal('not_simulated'),
    reason: SimulateRefusal,
    /** The box's monotonic clock at the refusal: with `bootId`, what a retry needs. */
    monoMs: z.number().nonnegative(),
  }),
]);
export type SimulateOutcome = z.infer<typeof SimulateOutcome>;

export const simulateMessage = defineMessage({
  name: 'simulate',
  direction: 'down',
  summary:
    'Simulate a failure at one door for a while. Signed and guarded like `unlock`; refused by every box whose own configuration names no simulator.',
  payload: Signed,
  vectors: [{ jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.e30.c2ln' }],
});
