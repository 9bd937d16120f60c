import { z } from 'zod';
import { MaintenanceMode } from '../door/door-config.ts';
import { EventId } from '../ids/ids.ts';
import { commandFields, outcomeFields } from './command.ts';
import { defineMessage, Signed } from './message.ts';

/** What the cloud signs: one unlock of one door. */
export const UnlockCommand = z.strictObject({
  ...commandFields,
  /** The record in the cloud that says who asked and why; the box keeps only this name of it. */
  eventId: EventId,
  /** How long after it came to the box the lock may take to be seen unlocked, in ms, before the attempt is a fault. */
  judgeAfterMs: z.int().min(100).max(30_000),
  origin: z.enum(['partner', 'staff']),
});
export type UnlockCommand = z.infer<typeof UnlockCommand>;

export const RefusalReason = z.enum([
  'maintenance',
  'lockdown',
  'other_boot',
  'expired',
  'repeated',
  'unknown_door',
  'door_unavailable',
  'store_unwritable',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** What the box signs in answer. `unlocked` is said only after evidence independent of the relay saw it. */
export const UnlockOutcome = z.discriminatedUnion('outcome', [
  z.strictObject({
    ...outcomeFields,
    outcome: z.literal('unlocked'),
    confirmedBy: z.enum(['lock-sense', 'relay-contact']),
    holdSeconds: z.int().min(1).max(60),
    /** From the command's start on the box to the evidence, in ms. */
    tookMs: z.number().nonnegative(),
  }),
  z.strictObject({
    ...outcomeFields,
    outcome: z.literal('refused'),
    reason: RefusalReason,
    mode: MaintenanceMode.optional(),
    untilMs: z.int().nonnegative().nullable().optional(),
    /** The box's monotonic clock at the refusal: with `bootId`, what a retry needs. */
    monoMs: z.number().nonnegative(),
  }),
  z.strictObject({
    ...outcomeFields,
    outcome: z.literal('fault'),
    /** `relay_fault`: the evidence did not move in time. `board_lost`: the board did not answer. */
    reason: z.enum(['relay_fault', 'board_lost']),
  }),
  z.strictObject({
    ...outcomeFields,
    /** The relay was told, and nothing can see the lock (a `command-only` door). */
    outcome: z.literal('commanded'),
    holdSeconds: z.int().min(1).max(60),
  }),
]);
export type UnlockOutcome = z.infer<typeof UnlockOutcome>;

export const unlockMessage = defineMessage({
  name: 'unlock',
  direction: 'down',
  summary: 'Release one door now. Signed, single-use, expiring; refused when late, repeated, or for another boot.',
  payload: Signed,
  vectors: [{ jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.e30.c2ln' }],
});

export const outcomeMessage = defineMessage({
  name: 'outcome',
  direction: 'reply',
  summary: 'What came of an unlock or a simulate command, signed by the box.',
  payload: Signed,
  vectors: [{ jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImJveCJ9.e30.c2ln' }],
});
