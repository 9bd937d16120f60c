import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { BoardError, type RelayBoard } from '../drivers/driver.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { createStation } from './board-station.ts';

/** A board with one input, which tells of its changes and takes its time to answer. */
const setUp = () => {
  const clock = new ManualClock();
  const board = { input: false, there: true, asked: 0, listeners: new Set<() => void>() };
  const unused = () => Promise.reject(new Error('not asked for'));
  const relayBoard: RelayBoard = {
    set: unused,
    pulse: unused,
    readCoils: unused,
    readInputs: async () => {
      board.asked++;
      const reading = { values: [board.input], askedMs: clock.monoMs() };
      await new Promise<void>((resolve) => clock.after(Milliseconds(2), resolve));
      if (!board.there) throw new BoardError('gone', false, 'not there');
      return reading;
    },
    onHint: (listener) => {
      board.listeners.add(listener);
      return () => void board.listeners.delete(listener);
    },
  };
  const station = createStation({
    ...{ bus: 'pins', unit: 1, board: relayBoard, clock, log: silentLog, record: () => undefined },
  });
  const seen: string[] = [];
  const stop = station.watch({
    inputs: 1,
    busy: () => false,
    onReading: ({ values }) => {
      if (seen.at(-1)?.startsWith(`${values[0]}`) !== true) seen.push(`${values[0]} at ${clock.monoMs()}`);
    },
    onState: () => undefined,
  });
  const hint = () => {
    for (const listener of board.listeners) listener();
  };
  return { clock, board, station, seen, stop, hint };
};

describe('a board that hints', () => {
  it('is looked at once, and not only when its next poll is due', async () => {
    const { clock, board, seen, hint } = setUp();
    await clock.advance(Milliseconds(20));
    board.input = true;
    hint();
    await clock.advance(Milliseconds(2));
    expect(seen).toEqual(['false at 2', 'true at 22']);
  });

  it('is looked at again when the hint comes while it is being asked', async () => {
    const { clock, board, seen, hint } = setUp();
    await clock.advance(Milliseconds(1));
    board.input = true; // The question left before.
    hint();
    await clock.advance(Milliseconds(3));
    expect(seen).toEqual(['false at 2', 'true at 4']);
    await clock.advance(Milliseconds(90));
    expect(board.asked).toBe(2);
  });

  it('is found at once when it is there again', async () => {
    const { clock, board, station, hint } = setUp();
    await clock.advance(Milliseconds(10));
    board.there = false;
    await clock.advance(Milliseconds(1_500));
    expect(station.state()).toBe('lost');
    board.there = true;
    hint();
    await clock.advance(Milliseconds(2));
    expect(station.state()).toBe('up');
  });

  it('is not listened to once nobody watches it, or it was closed', async () => {
    const { clock, board, station, stop } = setUp();
    expect(board.listeners.size).toBe(1);
    stop();
    await clock.advance(Milliseconds(200));
    expect(board.listeners.size).toBe(0);
    station.watch({ inputs: 1, busy: () => false, onReading: () => undefined, onState: () => undefined });
    expect(board.listeners.size).toBe(1);
    station.close();
    expect(board.listeners.size).toBe(0);
  });
});
