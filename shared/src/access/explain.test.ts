import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ask } from './ask.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import type { Facility } from './facility.ts';
import { anAsk, aWorld, compiled, edgesOf } from './testing/arbitrary-access.ts';
import { anInstant } from './testing/arbitrary-windows.ts';

/** An explanation of one question, held against the decision. */
const hold = (facility: Facility, ask: Ask): void => {
  const { decision, steps, decidedBy, changes, nextOpenS } = explain(facility, ask);
  expect(decision).toBe(decide(facility, ask));
  const decider = decidedBy === undefined ? undefined : steps[decidedBy];
  if (decision.allowed) {
    expect([decider?.verdict, changes, nextOpenS]).toEqual(['opens', [], undefined]);
    return;
  }
  if (decider !== undefined) expect(decider).toMatchObject({ verdict: 'denies', reason: decision.reason });
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
