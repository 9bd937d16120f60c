import { Days } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LockoutFacts, lockoutAt } from './lockout.ts';

const moment = fc.integer({ min: 0, max: Days(400) });
const facts: fc.Arbitrary<LockoutFacts> = fc.record({
  balanceMicros: fc.integer({ min: -100, max: 100 }),
  depletedAt: fc.option(moment),
  overdueSince: fc.option(moment),
  policy: fc.record({ mode: fc.constantFrom('never', 'warn', 'restrict'), graceDays: fc.nat(90) }),
  billingDisabled: fc.boolean(),
  mayHavePaid: fc.boolean(),
});
const ORDER = ['clear', 'grace', 'restricted'];

describe('a lockout', () => {
  it('never comes but by its policy, over its grace, and for something that is owed', () =>
    fc.assert(
      fc.property(facts, moment, (of, now) => {
        const { state, since } = lockoutAt(now, of);
        const owes = (of.balanceMicros <= 0 && of.depletedAt !== null) || of.overdueSince !== null;
        if (of.billingDisabled || of.policy.mode === 'never' || !owes) expect(state).toBe('clear');
        else expect(state).not.toBe('clear');
        if (state !== 'restricted') return;
        expect(of.policy.mode).toBe('restrict');
        expect(of.mayHavePaid).toBe(false);
        expect(now - (since ?? now)).toBeGreaterThanOrEqual(Days(of.policy.graceDays));
      }),
    ));

  it('only grows with time, and is there exactly from when it was announced for', () =>
    fc.assert(
      fc.property(facts, moment, moment, (of, one, two) => {
        const [earlier, later] = [Math.min(one, two), Math.max(one, two)];
        const { state, restrictedAt } = lockoutAt(earlier, of);
        expect(ORDER.indexOf(lockoutAt(later, of).state)).toBeGreaterThanOrEqual(ORDER.indexOf(state));
        if (restrictedAt === null) expect(state).not.toBe('restricted');
        else {
          expect(lockoutAt(restrictedAt - 1, of).state).toBe('grace');
          expect(lockoutAt(restrictedAt, of).state).toBe(of.mayHavePaid ? 'grace' : 'restricted');
        }
      }),
    ));

  it('[R95] is gone at once with a balance above zero, where nothing is overdue', () =>
    fc.assert(
      fc.property(facts, moment, fc.integer({ min: 1 }), (of, now, balanceMicros) => {
        expect(lockoutAt(now, { ...of, balanceMicros, overdueSince: null }).state).toBe('clear');
      }),
    ));
});
