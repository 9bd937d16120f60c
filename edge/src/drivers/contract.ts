import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { settled } from './calls.kit.ts';
import { BoardError, type Bus } from './driver.ts';

/** What a family says its boards can do. Whatever it says is tested. */
export interface Abilities {
  /** The units at which boards are: two, or one where a bus has no more. */
  readonly units: readonly [1, 2] | readonly [1];
  /** Without inputs, reading them is `refused`. */
  readonly inputs: boolean;
  /** Without a register of its coils, a board says `undefined` of each. */
  readonly registers: boolean;
  /**
   * What becomes of a running pulse when the bus is closed: its time runs out on the board; or it ends at once; or every
   * coil comes to rest, because lines that nobody holds are not driven.
   */
  readonly letGo: 'runs-out' | 'falls-at-once' | 'rests';
  /** What is said of a unit at which there is no board: silence on a line that many share, else that it cannot be. */
  readonly absent: 'no_reply' | 'refused';
}

const FULL: Abilities = {
  units: [1, 2],
  inputs: true,
  registers: true,
  letGo: 'runs-out',
  absent: 'no_reply',
};

/** A bus with boards of eight coils and eight inputs each, and a way to see and break them. */
export interface Bench {
  readonly bus: Bus;
  readonly clock: ManualClock;
  coils(unit: number): readonly boolean[];
  setInput(unit: number, channel: number, on: boolean): void;
  /** How often any coil was written, whether that moved it or not. */
  coilWrites(): number;
  unplug(): void;
  plugIn(): void;
  /** From here on boards obey and their answers are lost. Absent where the silence of unit 9 shows the same. */
  mute?(): void;
}

/** Longer than any driver may take to say that nobody answers. */
const PATIENCE = Seconds(10);
const ALL_OFF: readonly boolean[] = new Array<boolean>(8).fill(false);
const only = (channel: number) => ALL_OFF.map((_, i) => i === channel);

/** Every driver, real or pretended, must pass these. */
export const relayDriverContract = (name: string, bench: () => Bench, abilities: Abilities = FULL): void => {
  const last = abilities.units.length;
  const neighbours = (b: Bench) => abilities.units.slice(1).map((unit) => b.coils(unit));
  const untouched = abilities.units.slice(1).map(() => ALL_OFF);
  /** What a reading of the coils says of these. */
  const said = (coils: readonly boolean[]) => (abilities.registers ? coils : coils.map(() => undefined));

  describe(`${name} honours the relay contract`, () => {
    it('moves no coil when it is opened, nor when it is closed', async () => {
      const b = bench();
      b.bus.board(1);
      await settled(b.clock, b.bus.board(last).readCoils(8));
      await b.bus.close();
      await b.clock.advance(PATIENCE);
      expect(b.coilWrites()).toBe(0);
    });

    it('sets exactly the coil it was told to, on the board it was told', async () => {
      const b = bench();
      const board = b.bus.board(1);
      expect(await settled(b.clock, board.set(3, true))).not.toBeInstanceOf(BoardError);
      expect([b.coils(1), ...neighbours(b)]).toEqual([only(3), ...untouched]);
      expect(await settled(b.clock, board.readCoils(8))).toMatchObject({ values: said(only(3)) });
      await settled(b.clock, board.set(3, false));
      expect(b.coils(1)).toEqual(ALL_OFF);
    });

    it.each([true, false])('times a pulse to %s', async (on) => {
      const b = bench();
      const board = b.bus.board(1);
      await settled(b.clock, board.set(0, !on));
      await settled(b.clock, board.pulse(0, on, Milliseconds(700)));
      expect(b.coils(1)[0]).toBe(on);
      await b.clock.advance(Milliseconds(600));
      expect(b.coils(1)[0]).toBe(on);
      await b.clock.advance(Milliseconds(150));
      expect(b.coils(1)[0]).toBe(!on);
    });

    it.each([true, false])(
      abilities.letGo === 'runs-out'
        ? 'lets a pulse to %s run out on the board itself when the bus is closed meanwhile'
        : 'ends a pulse to %s at once when the bus is closed meanwhile',
      async (on) => {
        const b = bench();
        const board = b.bus.board(1);
        await settled(b.clock, board.set(0, !on));
        await settled(b.clock, board.pulse(0, on, Milliseconds(700)));
        expect(b.coils(1)[0]).toBe(on);
        const closed = b.bus.close();
        await b.clock.advance(Milliseconds(300));
        await closed;
        expect(b.coils(1)[0]).toBe({ 'runs-out': on, 'falls-at-once': !on, rests: false }[abilities.letGo]);
        await b.clock.advance(Milliseconds(450));
        expect(b.coils(1)[0]).toBe(abilities.letGo === 'rests' ? false : !on);
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

    if (abilities.inputs)
      it('reads inputs, not what it wrote, and says since when they hold at least', async () => {
        const b = bench();
        const board = b.bus.board(last);
        await settled(b.clock, board.set(5, true));
        b.setInput(last, 1, true);
        const calledMs = b.clock.monoMs();
        const reading = await settled(b.clock, board.readInputs(8));
        expect(reading).toMatchObject({ values: only(1) });
        expect('askedMs' in reading && reading.askedMs).toBeGreaterThanOrEqual(calledMs);
        expect('askedMs' in reading && reading.askedMs).toBeLessThanOrEqual(b.clock.monoMs());
      });
    else
      it('refuses to read inputs that its boards do not have', async () => {
        const b = bench();
        expect(await settled(b.clock, b.bus.board(1).readInputs(1))).toMatchObject({ reason: 'refused' });
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
      b.mute?.();
      const unit = b.mute === undefined ? 9 : 1;
      const call = b.bus.board(unit).set(0, true, { mayWrite: () => asked++ === 0 });
      expect(await settled(b.clock, call)).toMatchObject({ sent: true });
      expect(asked).toBeLessThanOrEqual(2);
      expect(b.coilWrites()).toBeLessThanOrEqual(1);
    });

    it('rejects in bounded time while the board is unplugged, and works again by itself once it is back', async () => {
      const b = bench();
      const board = b.bus.board(1);
      b.unplug();
      expect(['gone', 'no_reply']).toContain(((await settled(b.clock, board.set(0, true))) as BoardError).reason);
      expect(['gone', 'no_reply']).toContain(((await settled(b.clock, board.readCoils(8))) as BoardError).reason);
      b.plugIn();
      await b.clock.advance(PATIENCE);
      await settled(b.clock, board.set(0, true));
      expect(b.coils(1)).toEqual(only(0));
    });

    it('lets a board that is not there spoil nothing for its neighbour', async () => {
      const b = bench();
      const absent = settled(b.clock, b.bus.board(9).set(0, true));
      const present = b.bus.board(1).set(0, true);
      expect(await absent).toMatchObject({ reason: abilities.absent });
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
      const waiting = [board.set(0, true), board.readCoils(8)].map((call) => call.catch((error: unknown) => error));
      await b.bus.close();
      await b.clock.advance(PATIENCE);
      for (const outcome of await Promise.all(waiting)) expect(outcome).toBeInstanceOf(BoardError);
      expect(await settled(b.clock, board.readCoils(8))).toMatchObject({ reason: 'closed' });
      expect(b.clock.pendingTimers).toBe(0);
    });
  });
};
