import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { BoardError, type Bus } from './driver.ts';

/** A bus with two boards of eight coils and eight inputs each, units 1 and 2, and a way to see and break them. */
export interface Bench {
  readonly bus: Bus;
  readonly clock: ManualClock;
  coils(unit: number): readonly boolean[];
  setInput(unit: number, channel: number, on: boolean): void;
  /** How often any coil was written, whether that moved it or not. */
  coilWrites(): number;
  unplug(): void;
  plugIn(): void;
}

/** Longer than any driver may take to say that nobody answers. */
const PATIENCE = Seconds(10);
const ALL_OFF: readonly boolean[] = new Array<boolean>(8).fill(false);
const only = (channel: number) => ALL_OFF.map((_, i) => i === channel);

/** Runs the clock until the call is over; a refusal comes back as its `BoardError`. */
const settled = async <T>(clock: ManualClock, call: Promise<T>): Promise<T | BoardError> => {
  let result: { value: T | BoardError } | undefined;
  call.then(
    (value) => {
      result = { value };
    },
    (error: unknown) => {
      if (!(error instanceof BoardError)) throw error;
      result = { value: error };
    },
  );
  const endMs = clock.monoMs() + PATIENCE;
  while (result === undefined && clock.monoMs() < endMs) await clock.advance(Milliseconds(1));
  if (result === undefined) throw new Error('the driver hangs');
  return result.value;
};

/** Every driver, real or pretended, must pass these. */
export const relayDriverContract = (name: string, bench: () => Bench): void => {
  describe(`${name} honours the relay contract`, () => {
    it('moves no coil when it is opened, nor when it is closed', async () => {
      const b = bench();
      b.bus.board(1);
      await settled(b.clock, b.bus.board(2).readCoils(8));
      await b.bus.close();
      expect(b.coilWrites()).toBe(0);
    });

    it('sets exactly the coil it was told to, on the board it was told', async () => {
      const b = bench();
      const board = b.bus.board(1);
      expect(await settled(b.clock, board.set(3, true))).not.toBeInstanceOf(BoardError);
      expect([b.coils(1), b.coils(2)]).toEqual([only(3), ALL_OFF]);
      expect(await settled(b.clock, board.readCoils(8))).toMatchObject({ values: only(3) });
      await settled(b.clock, board.set(3, false));
      expect(b.coils(1)).toEqual(ALL_OFF);
    });

    it.each([true, false])(
      'times a pulse to %s on the board itself, even when the bus is closed meanwhile',
      async (on) => {
        const b = bench();
        const board = b.bus.board(1);
        await settled(b.clock, board.set(0, !on));
        await settled(b.clock, board.pulse(0, on, Milliseconds(700)));
        expect(b.coils(1)[0]).toBe(on);
        await b.bus.close();
        await b.clock.advance(Milliseconds(600));
        expect(b.coils(1)[0]).toBe(on);
        await b.clock.advance(Milliseconds(150));
        expect(b.coils(1)[0]).toBe(!on);
      },
    );

    it('restarts the time with a second pulse, and ends it with a set', async () => {
      const b = bench();
      const board = b.bus.board(1);
      await settled(b.clock, board.pulse(0, true, Seconds(2)));
      await b.clock.advance(Milliseconds(1_500));
      await settled(b.clock, board.pulse(0, true, Seconds(2)));
      await b.clock.advance(Milliseconds(1_500));
      expect(b.coils(1)[0]).toBe(true);
      await settled(b.clock, board.set(0, false));
      expect(b.coils(1)[0]).toBe(false);
      await b.clock.advance(Seconds(5));
      expect(b.coils(1)[0]).toBe(false);
    });

    it('reads inputs, not what it wrote, and says since when they hold at least', async () => {
      const b = bench();
      const board = b.bus.board(2);
      await settled(b.clock, board.set(5, true));
      b.setInput(2, 1, true);
      const calledMs = b.clock.monoMs();
      const reading = await settled(b.clock, board.readInputs(8));
      expect(reading).toMatchObject({ values: only(1) });
      expect('askedMs' in reading && reading.askedMs).toBeGreaterThanOrEqual(calledMs);
      expect('askedMs' in reading && reading.askedMs).toBeLessThanOrEqual(b.clock.monoMs());
    });

    it('writes nothing when it is too late to write', async () => {
      const b = bench();
      const late = b.bus.board(1).pulse(0, true, Seconds(1), { mayWrite: () => false });
      expect(await settled(b.clock, late)).toMatchObject({ reason: 'expired', sent: false });
      expect(b.coilWrites()).toBe(0);
    });

    it('asks before every write, and never writes after a no', async () => {
      const b = bench();
      let asked = 0;
      const call = b.bus.board(9).set(0, true, { mayWrite: () => asked++ === 0 });
      expect(await settled(b.clock, call)).toMatchObject({ sent: true });
      expect(asked).toBeLessThanOrEqual(2);
    });

    it('rejects in bounded time while the board is unplugged, and works again by itself once it is back', async () => {
      const b = bench();
      const board = b.bus.board(1);
      b.unplug();
      expect(['gone', 'no_reply']).toContain(((await settled(b.clock, board.set(0, true))) as BoardError).reason);
      expect(['gone', 'no_reply']).toContain(((await settled(b.clock, board.readInputs(8))) as BoardError).reason);
      b.plugIn();
      await b.clock.advance(PATIENCE);
      await settled(b.clock, board.set(0, true));
      expect(b.coils(1)).toEqual(only(0));
    });

    it('lets a board that is not there spoil nothing for its neighbour', async () => {
      const b = bench();
      const absent = settled(b.clock, b.bus.board(9).set(0, true));
      const present = b.bus.board(1).set(0, true);
      expect(await absent).toMatchObject({ reason: 'no_reply' });
      expect(await settled(b.clock, present)).not.toBeInstanceOf(BoardError);
      expect(b.coils(1)).toEqual(only(0));
    });

    it('says so when the board cannot do what it was asked', async () => {
      const b = bench();
      expect(await settled(b.clock, b.bus.board(1).set(20, true))).toMatchObject({ reason: 'refused' });
      expect(b.coils(1)).toEqual(ALL_OFF);
    });

    it('rejects everything after it was closed, and leaves no timer behind', async () => {
      const b = bench();
      const board = b.bus.board(1);
      const waiting = [board.set(0, true), board.readInputs(8)].map((call) => call.catch((error: unknown) => error));
      await b.bus.close();
      await b.clock.advance(PATIENCE);
      for (const outcome of await Promise.all(waiting)) expect(outcome).toBeInstanceOf(BoardError);
      expect(await settled(b.clock, board.readCoils(8))).toMatchObject({ reason: 'closed' });
      expect(b.clock.pendingTimers).toBe(0);
    });
  });
};
