import { z } from 'zod';
import { MaintenanceMode } from '../door/door-config.ts';
import { BootId, BoxId, CommandId, DoorId, EventId, FacilityId } from '../ids/ids.ts';
import { defineMessage, Signed } from './message.ts';

/**
 * What the cloud signs: one unlock of one door, for one run of one box, startable until a moment on that box's own
 * monotonic clock. No wall clock is trusted, a copy is refused by its id, and a reboot voids it.
 */
export const UnlockCommand = z.strictObject({
  v: z.literal(1),
  commandId: CommandId,
  /** The record in the cloud that says who asked and why; the box keeps only this name of it. */
  eventId: EventId,
  boxId: BoxId,
  facilityId: FacilityId,
  doorId: DoorId,
  bootId: BootId,
  /** Latest start on the box's monotonic clock, in ms. */
  notAfterMonoMs: z.number().nonnegative(),
  /** How long after its start the lock may take to be seen unlocked, in ms, before the attempt is a fault. */
  judgeAfterMs: z.int().min(100).max(30_000),
  origin: z.enum(['partner', 'staff']),
  replyTo: z.string().max(200),
});
export type UnlockCommand = z.infer<typeof UnlockCommand>;

export const RefusalReason = z.enum([
  'maintenance',
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
    v: z.literal(1),
    outcome: z.literal('unlocked'),
    commandId: CommandId,
    boxId: BoxId,
    doorId: DoorId,
    bootId: BootId,
    confirmedBy: z.enum(['lock-sense', 'relay-contact']),
    holdSeconds: z.int().min(1).max(60),
    /** From the command's start on the box to the evidence, in ms. */
    tookMs: z.number().nonnegative(),
  }),
  z.strictObject({
    v: z.literal(1),
    outcome: z.literal('refused'),
    commandId: CommandId,
    boxId: BoxId,
    doorId: DoorId,
    bootId: BootId,
    reason: RefusalReason,
    mode: MaintenanceMode.optional(),
    untilMs: z.int().nonnegative().nullable().optional(),
    /** The box's monotonic clock at the refusal: with `bootId`, what a retry needs. */
    monoMs: z.number().nonnegative(),
  }),
  z.strictObject({
    v: z.literal(1),
    outcome: z.literal('fault'),
    commandId: CommandId,
    boxId: BoxId,
    doorId: DoorId,
    bootId: BootId,
    /** `relay_fault`: the evidence did not move in time. `board_lost`: the board did not answer. */
    reason: z.enum(['relay_fault', 'board_lost']),
  }),
  z.strictObject({
    v: z.literal(1),
    /** The relay was told, and nothing can see the lock (a `command-only` door). */
    outcome: z.literal('commanded'),
    commandId: CommandId,
    boxId: BoxId,
    doorId: DoorId,
    bootId: BootId,
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
