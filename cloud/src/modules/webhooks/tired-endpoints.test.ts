import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { Later } from '../jobs/jobs.module.ts';
import { tiredEndpoints } from './tired-endpoints.ts';

describe('endpoints that do not take what they are sent', () => {
  const ID = 'whk_1';

  it('are sent one at a time, and rest longer and longer, a minute at most', async () => {
    const clock = new ManualClock();
    const tired = tiredEndpoints(clock);
    const rests: number[] = [];
    const begun = () => {
      try {
        return tired.begin(ID);
      } catch (error) {
        expect(error).toBeInstanceOf(Later);
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
    const tired = tiredEndpoints(new ManualClock());
    const first = tired.begin(ID);
    const second = tired.begin(ID);
    first('failed');
    expect(() => tired.begin(ID)).toThrow('not now');
    second('taken');
    tired.begin(ID)('taken');
    tired.begin(ID);
    tired.begin(ID);
  });

  it('hold up no other', () => {
    const tired = tiredEndpoints(new ManualClock());
    tired.begin(ID)('failed');
    tired.begin('whk_2')('taken');
  });

  it('that take their time are sent one at a time, without a rest', async () => {
    const clock = new ManualClock();
    const tired = tiredEndpoints(clock);
    const done = tired.begin(ID);
    await clock.advance(Seconds(6));
    done('taken');
    const next = tired.begin(ID);
    expect(() => tired.begin(ID)).toThrow('not now');
    next('taken');
    tired.begin(ID);
    tired.begin(ID);
  });
});
