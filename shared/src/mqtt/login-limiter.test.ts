import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createLoginLimiter } from './login-limiter.ts';

describe('login limiter', () => {
  it('an address that failed 20 times waits a minute, and others do not', async () => {
    const clock = new ManualClock();
    const limiter = createLoginLimiter(clock);
    for (let i = 0; i < 20; i++) {
      expect(limiter.mayTry('a')).toBe(true);
      limiter.failed('a');
    }
    expect(limiter.mayTry('a')).toBe(false);
    expect(limiter.mayTry('b')).toBe(true);
    await clock.advance(Seconds(59));
    expect(limiter.mayTry('a')).toBe(false);
    await clock.advance(Seconds(2));
    expect(limiter.mayTry('a')).toBe(true);
  });
});
