import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../platform/jobs/jobs.module.ts';
import { circuitBreaker } from './circuit-breaker.ts';

describe('endpoints that do not take what they are sent', () => {
  const ID = 'whk_1';

  it('are sent one at a time, and rest longer and longer, a minute at most', async () => {
    const clock = new ManualClock();
    const breaker = circuitBreaker(clock);
    const rests: number[] = [];
    const begun = () => {
      try {
        return breaker.begin(ID);
      } catch (error) {
        expect(error).toBeInstanceOf(RetryLater);
        return undefined;
      }
    };
    let done = begun();
    while (rests.length < 7) {
      done?.('failed');
      for (rests.push(0), done = begun(); done === undefined; rests.push((rests.pop() ?? 0) + 1), done = begun())
        await clock.advance(Seconds(1));
      expect(begun(), 'one at a time').toBeUndefined();
    }
    expect(rests).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('are sent many at once as long as they take them, and again once they have', () => {
    const breaker = circuitBreaker(new ManualClock());
    const first = breaker.begin(ID);
    const second = breaker.begin(ID);
    first('failed');
    expect(() => breaker.begin(ID)).toThrow('not now');
    second('taken');
    breaker.begin(ID)('taken');
    breaker.begin(ID);
    breaker.begin(ID);
  });

  it('hold up no other', () => {
    const breaker = circuitBreaker(new ManualClock());
    breaker.begin(ID)('failed');
    breaker.begin('whk_2')('taken');
  });

  it('that take their time are sent one at a time, without a rest', async () => {
    const clock = new ManualClock();
    const breaker = circuitBreaker(clock);
    const done = breaker.begin(ID);
    await clock.advance(Seconds(6));
    done('taken');
    const next = breaker.begin(ID);
    expect(() => breaker.begin(ID)).toThrow('not now');
    next('taken');
    breaker.begin(ID);
    breaker.begin(ID);
  });
});
