import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createStoppableClock } from './stoppable-clock.ts';

const aClock = () => {
  const outer = new ManualClock();
  const clock = createStoppableClock(outer);
  const ran: string[] = [];
  return { outer, clock, ran, advance: (ms: number) => outer.advance(Milliseconds(ms)) };
};

describe('the clock of a processor', () => {
  it('runs as the one outside until it is stopped', async () => {
    const { clock, ran, advance } = aClock();
    clock.after(Milliseconds(10), () => ran.push('after'));
    const every = clock.every(Milliseconds(4), () => ran.push('every'));
    await advance(10);
    expect(ran).toEqual(['every', 'every', 'after']);
    every.cancel();
    await advance(20);
    expect(ran).toHaveLength(3);
  });

  it('stands still while it is stopped, and its timers have as long to go afterwards as before', async () => {
    const { outer, clock, ran, advance } = aClock();
    const begun = clock.monoMs();
    clock.after(Milliseconds(100), () => ran.push('pulse ends'));
    clock.every(Milliseconds(60), () => ran.push('poll'));
    await advance(70);
    clock.stop();
    clock.stop();
    await advance(10_000);
    expect(ran).toEqual(['poll']);
    expect(clock.monoMs() - begun).toBe(70);
    expect(outer.pendingTimers).toBe(0);
    clock.start();
    clock.start();
    await advance(29);
    expect(ran).toEqual(['poll']);
    await advance(1);
    expect(ran).toEqual(['poll', 'pulse ends']);
    await advance(20);
    expect(ran).toEqual(['poll', 'pulse ends', 'poll']);
    expect(clock.monoMs() - begun).toBe(120);
  });

  it('takes timers while it is stopped, and lets them be cancelled', async () => {
    const { clock, ran, advance } = aClock();
    clock.stop();
    clock.after(Milliseconds(5), () => ran.push('kept'));
    clock.after(Milliseconds(5), () => ran.push('cancelled')).cancel();
    await advance(50);
    expect(ran).toEqual([]);
    clock.start();
    await advance(5);
    expect(ran).toEqual(['kept']);
  });
});
