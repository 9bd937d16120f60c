import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import type { Ask } from './ask.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import type { Facility } from './facility.ts';
import { DEFAULT_POLICY } from './facility-facts.ts';
import { compilePerson, readPerson } from './person.ts';
import { anAsk, ask, aWorld, boundProgram, compiled, edgesOf } from './testing/arbitrary-access.ts';
import { anInstant } from './testing/arbitrary-windows.ts';

/** An explanation of one question, held against the decision. */
const hold = (facility: Facility, ask: Ask): void => {
  const { decision, steps, decidedBy, changes, nextOpenS } = explain(facility, ask);
  expect(decision).toBe(decide(facility, ask));
  const decider = steps[decidedBy];
  expect(steps.findIndex(({ verdict }) => verdict === 'denies' || verdict === 'opens')).toBe(decidedBy);
  const nothing = steps.findIndex(({ step }) => step === 'nothing');
  expect([-1, decidedBy]).toContain(nothing);
  if (nothing !== -1) expect(nothing).toBe(steps.length - 1);
  if (decision.allowed) {
    expect([decider?.verdict, changes, nextOpenS]).toEqual(['opens', [], undefined]);
    return;
  }
  expect(decider).toMatchObject({ verdict: 'denies', reason: decision.reason });
  expect(changes[0]?.reason).toBe(decision.reason);
};

describe('an explanation', () => {
  it('says what the decision says, to any question', () => {
    fc.assert(
      fc.property(aWorld({ policy: 'any' }), anAsk(), fc.boolean(), anInstant(), (world, question, known, t) => {
        const { facility, person } = compiled(world);
        for (const at of [t, ...edgesOf(world).slice(0, 6)])
          hold(facility, { ...question, fromS: at, toS: at + question.toS, person: known ? person : undefined });
      }),
      { numRuns: 500 },
    );
  });
});

describe('an explanation in words', () => {
  const FRONT = 'door_front00000000000' as DoorId;
  /** Sunday 2026-03-29 00:30 in Berlin, where 02:00 to 03:00 is skipped. */
  const NIGHT = 1_774_740_600;
  const { facility, person } = compiled({
    facility: {
      timezone: 'Europe/Berlin',
      doors: [FRONT],
      scopes: [],
      doorSets: [],
      planZones: [{ number: 1, doors: [FRONT], hours: { sun: [['02:15', '05:00']] } }],
      sources: [{ number: 1, suspended: false }],
      policy: DEFAULT_POLICY,
    },
    person: {
      banned: true,
      disabled: false,
      blocked: false,
      grants: [],
      memberships: [{ source: 1, planZones: [1], current: true, status: 'allow' }],
      windows: [{ source: 1, program: boundProgram([]) }],
    },
  });
  const sober = readPerson(Uint8Array.from(person.bytes, (byte, i) => (i === 8 ? 0 : byte)));

  it('lists every gate in the order of the decision, then every rule, and all that has to change', () => {
    const { decision, steps, decidedBy, changes, zonesRelease } = explain(facility, ask(0, NIGHT, { person }));
    expect(decision).toEqual({ allowed: false, reason: 'banned' });
    expect(steps.map(({ step }) => step)).toEqual([
      'lockdown',
      'force_closed',
      'known',
      'banned',
      'disabled',
      'blocked',
      'force_open',
      'geofence',
      'snapshot_age',
      'clock',
      'plan',
    ]);
    expect(decidedBy).toBe(3);
    expect(changes.map(({ reason }) => reason)).toEqual(['banned', 'outside_hours']);
    expect(zonesRelease).toMatch(/^\d{4}[a-z]+$/);
  });

  it('says in whole seconds how long ago the cloud was heard', () => {
    const { steps } = explain(facility, ask(0, NIGHT, { person, snapshotAgeS: 2.4793154630000025 }));
    expect(steps.find(({ step }) => step === 'snapshot_age')?.text).toContain('heard 2 s ago;');
  });

  it('says when the door opens next, clocks that change in between included', () => {
    const { decision, nextOpenS } = explain(facility, ask(0, NIGHT, { person: sober }));
    expect(decision).toEqual({ allowed: false, reason: 'outside_hours' });
    expect(nextOpenS).toBe(1_774_746_000); // 03:00, for 02:15 never came.
  });

  it('ends, where nothing opens the door, by saying so with the nearest reason', () => {
    const { steps, decidedBy } = explain(facility, ask(0, NIGHT, { person: sober }));
    expect(steps.slice(-2)).toMatchObject([
      { step: 'plan', verdict: 'stays_closed', reason: 'outside_hours' },
      {
        step: 'nothing',
        verdict: 'denies',
        reason: 'outside_hours',
        text: 'No grant, plan or window opens this door now.',
      },
    ]);
    expect(decidedBy).toBe(steps.length - 1);
    const nothing = { banned: false, disabled: false, blocked: false, grants: [], memberships: [], windows: [] };
    const { decision, steps: without } = explain(facility, ask(0, NIGHT, { person: compilePerson(nothing, facility) }));
    expect(decision).toEqual({ allowed: false, reason: 'no_grant' });
    expect(without.at(-1)).toMatchObject({ step: 'nothing', verdict: 'denies', reason: 'no_grant' });
  });
});
