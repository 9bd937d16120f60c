import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { movableClock } from './movable-clock.ts';

describe('a clock that goes by itself and can be moved', () => {
  it('is ahead by what it was moved, on both clocks', async () => {
    const base = new ManualClock('2026-06-21T00:00:00Z');
    const clock = movableClock(base);
    clock.advance(Hours(2));
    await base.advance(Minutes(1));
    expect(new Date(clock.wallMs()).toISOString()).toBe('2026-06-21T02:01:00.000Z');
    expect(clock.monoMs()).toBe(base.monoMs() + Hours(2));
  });

  it('runs what falls due by being moved at once and in order, and the rest when its time has come', async () => {
    const base = new ManualClock();
    const clock = movableClock(base);
    const ran: string[] = [];
    clock.after(Seconds(50), () => void ran.push('later'));
    clock.after(Seconds(20), () => void ran.push('second'));
    clock.after(Seconds(10), () => void ran.push('first'));
    clock.after(Seconds(5), () => void ran.push('cancelled')).cancel();
    clock.advance(Seconds(30));
    expect(ran).toEqual(['first', 'second']);
    await base.advance(Seconds(19));
    expect(ran).toHaveLength(2);
    await base.advance(Seconds(1));
    expect(ran.at(-1)).toBe('later');
    expect(base.pendingTimers).toBe(0);
  });

  it('repeats as often as time has passed, however it passed', async () => {
    const base = new ManualClock();
    const clock = movableClock(base);
    let runs = 0;
    const every = clock.every(Seconds(10), () => {
      runs += 1;
    });
    await base.advance(Seconds(20));
    clock.advance(Seconds(35));
    expect(runs).toBe(5);
    await base.advance(Seconds(5));
    expect(runs).toBe(6);
    every.cancel();
    clock.advance(Hours(1));
    expect([runs, base.pendingTimers]).toEqual([6, 0]);
  });
});
