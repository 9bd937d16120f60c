import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createBoxBudgets } from './box-budgets.ts';

const LIMITS = {
  packets: { perSecond: 2, burst: 4 },
  bytes: { perSecond: 100, burst: 1_000 },
  floodedOutMs: 10_000,
};

describe('what one box may take of the broker', () => {
  it('N11 packets and bytes are counted over all its connections, and a flood keeps it out for a while', async () => {
    const clock = new ManualClock();
    const budgets = createBoxBudgets(clock, LIMITS);
    for (let n = 0; n < 4; n++) expect(budgets.of('a').mayBegin()).toBe(true);
    expect(budgets.isOut('a')).toBe(false);
    expect(budgets.of('a').mayBegin()).toBe(false);
    expect([budgets.isOut('a'), budgets.isOut('b')]).toEqual([true, false]);
    expect(budgets.of('b').mayBegin()).toBe(true);
    await clock.advance(Seconds(10));
    expect(budgets.isOut('a')).toBe(false);
    expect(budgets.of('a').mayBegin()).toBe(true);
    expect(budgets.of('a').mayCarry(1_000)).toBe(true);
    expect(budgets.of('a').mayCarry(1)).toBe(false);
    expect(budgets.isOut('a')).toBe(true);
  });
});
