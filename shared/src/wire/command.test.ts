import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { commandFields, outcomeFields } from './command.ts';
import { SimulateCommand, SimulateOutcome } from './simulate.ts';
import { UnlockCommand, UnlockOutcome } from './unlock.ts';

const HEAD = {
  v: 1,
  commandId: 'cmd_0123456789abcdef',
  boxId: '2f1c1a52-9a4e-4b8e-9c63-7d9e2f0a1b2c',
  doorId: 'door_0123456789abcdef',
  bootId: '8b3d6f0e-1c2d-4e5f-8a9b-0c1d2e3f4a5b',
};
const ENVELOPE = { ...HEAD, facilityId: 'fac_0123456789abcdef', notAfterMonoMs: 5_000, replyTo: 'gh/v1/reply/r/b' };

type Case = readonly [string, z.ZodType, Readonly<Record<string, unknown>>];

/** Takes the text as it is, and no other: not without one of the shared members, not with one more. */
const expectExactly = (schema: z.ZodType, text: Readonly<Record<string, unknown>>, shared: object): void => {
  expect(schema.parse(text)).toEqual(text);
  for (const name of Object.keys(shared)) {
    const { [name]: _, ...rest } = text;
    expect([name, schema.safeParse(rest).success]).toEqual([name, false]);
  }
  expect(schema.safeParse({ ...text, v: 2 }).success).toBe(false);
  expect(schema.safeParse({ ...text, more: true }).success).toBe(false);
};

describe('a command to a door', () => {
  it.each<Case>([
    ['an unlock', UnlockCommand, { eventId: 'evt_0123456789abcdef', judgeAfterMs: 2_000, origin: 'partner' }],
    ['a simulation', SimulateCommand, { scenario: 'jam', forMs: 1_000 }],
  ])('is, as %s, in the one envelope', (_name, schema, own) => {
    expect(Object.keys(commandFields).sort()).toEqual(Object.keys(ENVELOPE).sort());
    expectExactly(schema, { ...ENVELOPE, ...own }, ENVELOPE);
  });
});

describe('an outcome of a command', () => {
  it.each<Case>([
    ['unlocked', UnlockOutcome, { confirmedBy: 'lock-sense', holdSeconds: 5, tookMs: 40 }],
    ['refused', UnlockOutcome, { reason: 'maintenance', mode: 'force-closed', untilMs: null, monoMs: 9 }],
    ['fault', UnlockOutcome, { reason: 'relay_fault' }],
    ['commanded', UnlockOutcome, { holdSeconds: 5 }],
    ['simulating', SimulateOutcome, { scenario: 'jam', forMs: 1_000 }],
    ['not_simulated', SimulateOutcome, { reason: 'no_simulator', monoMs: 9 }],
  ])('that is `%s` names the command and the run of the box', (outcome, schema, own) => {
    expect(Object.keys(outcomeFields).sort()).toEqual(Object.keys(HEAD).sort());
    expectExactly(schema, { ...HEAD, outcome, ...own }, HEAD);
  });
});
