import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createTimeline } from './timeline.ts';

const aTimeline = () => {
  const clock = new ManualClock();
  const ran: string[] = [];
  const entry = (atMs: number, name: string, ends?: number) => ({ atMs, ends, run: () => void ran.push(name) });
  return { clock, ran, entry, timeline: createTimeline(clock) };
};

describe('a timeline', () => {
  it('does each thing at its time, and no two lists at once', async () => {
    const { clock, ran, entry, timeline } = aTimeline();
    expect(timeline.start('first', [entry(0, 'a'), entry(100, 'b'), entry(100, 'c'), entry(300, 'd')])).toBe(true);
    expect(ran).toEqual(['a']);
    expect(timeline.start('second', [entry(0, 'x')])).toBe(false);
    await clock.advance(Milliseconds(99));
    expect(ran).toEqual(['a']);
    await clock.advance(Milliseconds(1));
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(timeline.playing).toEqual({ what: 'first', done: 3, of: 4, leftMs: 200 });
    await clock.advance(Milliseconds(200));
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
    expect(timeline.playing).toBeNull();
    expect(timeline.start('second', [entry(0, 'x')])).toBe(true);
  });

  it('that is stopped ends at once what had begun, and nothing that had not', async () => {
    const { clock, ran, entry, timeline } = aTimeline();
    timeline.start('chaos', [
      entry(0, 'cut'),
      entry(50, 'hang'),
      entry(500, 'mend', 0),
      entry(500, 'reboot', 1),
      entry(600, 'jam'),
      entry(700, 'free', 4),
    ]);
    await clock.advance(Milliseconds(100));
    expect(timeline.stop()).toBe(true);
    expect(ran).toEqual(['cut', 'hang', 'mend', 'reboot']);
    await clock.advance(Milliseconds(10_000));
    expect(ran).toEqual(['cut', 'hang', 'mend', 'reboot']);
    expect(clock.pendingTimers).toBe(0);
    expect(timeline.stop()).toBe(false);
  });

  it('can be stopped by what it does', () => {
    const { entry, ran, timeline } = aTimeline();
    timeline.start('replay', [{ atMs: 0, run: () => void timeline.stop() }, entry(0, 'never')]);
    expect(ran).toEqual([]);
    expect(timeline.playing).toBeNull();
  });

  it('with nothing in it is over at once', () => {
    const { timeline } = aTimeline();
    expect(timeline.start('replay', [])).toBe(true);
    expect(timeline.playing).toBeNull();
  });
});
