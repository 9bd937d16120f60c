import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Days, Milliseconds } from './duration.ts';
import { systemClock } from './system-clock.ts';

describe('the machine’s own clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for months where it is told to, although Node’s timers end after 25 days', () => {
    let fired = 0;
    systemClock.after(Days(90), () => {
      fired++;
    });
    vi.advanceTimersByTime(Days(90) - 1);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(1);
  });

  it('stops a wait of months at any time', () => {
    const timer = systemClock.after(Days(90), () => expect.unreachable());
    vi.advanceTimersByTime(Days(60));
    timer.cancel();
    vi.advanceTimersByTime(Days(60));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('runs at once what should have run already', () => {
    let fired = false;
    systemClock.after(Milliseconds(-5), () => {
      fired = true;
    });
    vi.advanceTimersByTime(0);
    expect(fired).toBe(true);
  });
});
