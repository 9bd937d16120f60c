import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createEnding } from './ending.ts';

const setup = () => {
  const clock = new ManualClock();
  const codes: number[] = [];
  const stopped: string[] = [];
  const ending = createEnding({ clock, exit: (code) => codes.push(code), log: () => ({ fatal: () => {} }) });
  return { clock, codes, stopped, ending };
};

describe('S4 an agent that failed in a way that nobody foresaw', () => {
  it('brings its locks to rest once and ends, whatever fails meanwhile', async () => {
    const { clock, codes, stopped, ending } = setup();
    ending.stopBy(async (why) => void stopped.push(why));
    ending.failed(new TypeError('a bug'));
    ending.failed(new TypeError('another, while it stops'));
    await clock.advance(Milliseconds(0));
    expect([stopped, codes]).toEqual([['it failed'], [1]]);
  });

  it('ends two seconds later where it cannot stop, and at once where there is nothing to stop yet', async () => {
    const { clock, codes, ending } = setup();
    ending.stopBy(() => new Promise(() => undefined));
    ending.failed(new Error('a bug'));
    await clock.advance(Milliseconds(1_999));
    expect(codes).toEqual([]);
    await clock.advance(Milliseconds(1));
    expect(codes).toEqual([1]);
    const early = setup();
    early.ending.failed(new Error('a bug'));
    await early.clock.advance(Milliseconds(0));
    expect(early.codes).toEqual([1]);
  });

  it('restarts within five seconds although its stop hangs, with the code that was asked for', async () => {
    const { clock, codes, ending } = setup();
    ending.stopBy(() => new Promise(() => undefined));
    ending.restart(75, 'update to 1.2.3');
    await clock.advance(Milliseconds(4_500));
    expect(codes).toEqual([75]);
  });
});
