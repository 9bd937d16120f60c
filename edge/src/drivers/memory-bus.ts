import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Bus, type Reading, type RelayBoard, type WriteLimits, type Written } from './driver.ts';

const CHANNELS = 8;

/** A relay board in memory, for tests of what is built on drivers: times its pulses, takes its time, breaks when told. */
export interface MemoryBoard {
  readonly coils: boolean[];
  readonly inputs: boolean[];
  /** Every coil write the board received, in order. */
  readonly writes: { readonly atMs: number; readonly channel: number; readonly energised: boolean }[];
  /** Called whenever a coil truly moved: the place for a test's physics. */
  onCoil: (channel: number, energised: boolean) => void;
  /** `deaf`: nothing arrives. `mute`: it obeys, and the answer is lost. */
  fault: 'none' | 'deaf' | 'mute';
}

export interface MemoryBus extends Bus {
  /** Plugs a board in at this address. */
  plug(unit: number): MemoryBoard;
  /** Takes the whole line away, or brings it back. */
  line: 'up' | 'down';
}

/** How long the pretended line takes there, and back, and until it gives up, in ms. */
const THERE_MS = 9;
const BACK_MS = 8;
const GIVE_UP_MS = 160;

export const createMemoryBus = (clock: Clock): MemoryBus => {
  const boards = new Map<number, MemoryBoard>();
  const timers = new Map<string, Timer>();
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const move = (board: MemoryBoard, channel: number, energised: boolean): void => {
    if (board.coils[channel] === energised) return;
    board.coils[channel] = energised;
    board.onCoil(channel, energised);
  };

  const check = (sent: boolean): void => {
    if (closed) throw new BoardError('closed', sent, 'the bus was closed');
    if (bus.line === 'down') throw new BoardError('gone', sent, 'the line is down');
  };

  const exchange = async <T>(unit: number, act: (board: MemoryBoard) => T): Promise<{ value: T } | undefined> => {
    await sleep(clock, Milliseconds(THERE_MS));
    check(true);
    const board = boards.get(unit);
    const heard = board !== undefined && board.fault !== 'deaf' ? { value: act(board) } : undefined;
    const answered = heard !== undefined && board?.fault === 'none';
    await sleep(clock, Milliseconds(answered ? BACK_MS : GIVE_UP_MS));
    check(true);
    return answered ? heard : undefined;
  };

  /** One after the other, as on a real line; `act` happens when the request has arrived at the board. */
  const ask = <T>(unit: number, tries: number, limits: WriteLimits, act: (board: MemoryBoard) => T) => {
    const turn = async (): Promise<{ value: T; writtenMs: number }> => {
      for (let tried = 0; tried < tries; tried++) {
        check(tried > 0);
        if (limits.mayWrite?.() === false) throw new BoardError('expired', tried > 0, 'too late to write');
        const writtenMs = clock.monoMs();
        const answer = await exchange(unit, act);
        if (answer !== undefined) return { ...answer, writtenMs };
      }
      throw new BoardError('no_reply', true, `no answer from unit ${unit}`);
    };
    const mine = last.then(turn, turn);
    last = mine.catch(() => undefined);
    return mine;
  };

  const write = async (unit: number, channel: number, limits: WriteLimits, act: (board: MemoryBoard) => void) => {
    const { value, writtenMs } = await ask(unit, 3, limits, (board) => {
      if (channel >= CHANNELS) return false;
      timers.get(`${unit}/${channel}`)?.cancel();
      act(board);
      return true;
    });
    if (!value) throw new BoardError('refused', true, `no channel ${channel}`);
    return { writtenMs };
  };

  const record = (board: MemoryBoard, channel: number, energised: boolean): void => {
    board.writes.push({ atMs: clock.monoMs(), channel, energised });
    move(board, channel, energised);
  };

  const read = async (unit: number, tries: number, of: (board: MemoryBoard) => boolean[]): Promise<Reading> => {
    const { value, writtenMs } = await ask(unit, tries, {}, (board) => [...of(board)]);
    return { values: value, askedMs: writtenMs };
  };

  const set = (unit: number, channel: number, energised: boolean, limits: WriteLimits): Promise<Written> =>
    write(unit, channel, limits, (board) => record(board, channel, energised));

  const pulse = (unit: number, channel: number, energised: boolean, duration: Duration, limits: WriteLimits) =>
    write(unit, channel, limits, (board) => {
      record(board, channel, energised);
      const back = () => move(board, channel, !energised);
      timers.set(`${unit}/${channel}`, clock.after(Milliseconds(Math.ceil(duration / 100) * 100), back));
    });

  const boardAt = (unit: number): RelayBoard => ({
    set: (channel, energised, limits = {}) => set(unit, channel, energised, limits),
    pulse: (channel, energised, duration, limits = {}) => pulse(unit, channel, energised, duration, limits),
    readCoils: (count) => read(unit, 3, (board) => board.coils.slice(0, count)),
    readInputs: (count) => read(unit, 1, (board) => board.inputs.slice(0, count)),
  });

  const bus: MemoryBus = {
    line: 'up',
    board: boardAt,
    plug: (unit) => {
      const off = () => new Array<boolean>(CHANNELS).fill(false);
      const board: MemoryBoard = { coils: off(), inputs: off(), writes: [], onCoil: () => undefined, fault: 'none' };
      boards.set(unit, board);
      return board;
    },
    close: async () => {
      closed = true;
    },
  };
  return bus;
};
