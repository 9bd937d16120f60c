import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createFrameReader, LONGEST_FRAME, silenceMs } from './frame-reader.ts';

const aReader = () => {
  const clock = new ManualClock();
  const frames: number[] = [];
  const reader = createFrameReader({ clock, baud: () => 9_600, onFrame: (frame) => frames.push(frame.length) });
  return { clock, frames, reader };
};

describe('the frame reader', () => {
  it('waits 3.5 characters at 9600 baud and 1.75 ms above 19200', () => {
    expect(silenceMs(9_600)).toBeCloseTo(3.646, 3);
    expect(silenceMs(115_200)).toBe(1.75);
  });

  it('throws away what runs on longer than a frame may, up to the next silence', async () => {
    const { clock, frames, reader } = aReader();
    for (let at = 0; at < 1_000; at++) reader.receive(new Uint8Array(100), at * 100 * (10_000 / 9_600));
    await clock.advance(Milliseconds(200_000));
    expect(frames).toEqual([]);
    reader.receive(new Uint8Array(LONGEST_FRAME), clock.monoMs());
    await clock.advance(Milliseconds(1_000));
    expect(frames).toEqual([LONGEST_FRAME]);
  });

  it('tells two frames apart even if both arrive late in one turn', async () => {
    const { clock, frames, reader } = aReader();
    await clock.advance(Milliseconds(100));
    reader.receive(new Uint8Array(8), 50);
    reader.receive(new Uint8Array(5), 70);
    await clock.advance(Milliseconds(50));
    expect(frames).toEqual([8, 5]);
  });
});
