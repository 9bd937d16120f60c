import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createLine } from './line.ts';

const aLine = () => {
  const clock = new ManualClock();
  const arrived: { atMs: number; startMs: number; bytes: number[] }[] = [];
  const line = createLine({
    clock,
    deliver: (bytes, startMs) => arrived.push({ atMs: clock.monoMs(), startMs, bytes: [...bytes] }),
  });
  return { clock, arrived, line };
};

describe('one direction of the wire', () => {
  it('lets a burst out whole, and not before its last bit', async () => {
    const { clock, arrived, line } = aLine();
    line.send(Uint8Array.of(1, 2, 3), { byteMs: 2 });
    await clock.advance(Milliseconds(5.9));
    expect(arrived).toEqual([]);
    await clock.advance(Milliseconds(10));
    expect(arrived).toEqual([{ atMs: 6, startMs: 0, bytes: [1, 2, 3] }]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('puts no pause into a frame that comes in pieces while the wire is still busy with it', async () => {
    const { clock, arrived, line } = aLine();
    line.send(Uint8Array.of(1, 2), { byteMs: 2 });
    await clock.advance(Milliseconds(3));
    line.send(Uint8Array.of(3), { byteMs: 2 });
    await clock.advance(Milliseconds(10));
    expect(arrived).toEqual([{ atMs: 6, startMs: 0, bytes: [1, 2, 3] }]);
  });

  it('sends one burst after the other, with the pause that is asked for', async () => {
    const { clock, arrived, line } = aLine();
    line.send(Uint8Array.of(1), { byteMs: 2 });
    line.send(Uint8Array.of(2), { byteMs: 2 });
    line.send(Uint8Array.of(3), { byteMs: 2, gapMs: 5 });
    await clock.advance(Milliseconds(20));
    expect(arrived).toEqual([
      { atMs: 4, startMs: 0, bytes: [1, 2] },
      { atMs: 11, startMs: 9, bytes: [3] },
    ]);
  });

  it('loses what is on its way when cleared', async () => {
    const { clock, arrived, line } = aLine();
    line.send(Uint8Array.of(1, 2), { byteMs: 2 });
    await clock.advance(Milliseconds(2));
    line.clear();
    await clock.advance(Milliseconds(20));
    expect(arrived).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('loses what a client sends without end, and keeps its memory bounded', async () => {
    const { clock, arrived, line } = aLine();
    for (let n = 0; n < 20; n++) line.send(new Uint8Array(1_000), { byteMs: 0.01 });
    await clock.advance(Milliseconds(1_000));
    expect(arrived.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(8_192);
  });
});
