import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { crc16, frame } from './framing.ts';

/** The smallest thing that answers like a relay board, for this driver's own tests: a request in, its reply out. */
export interface ScriptedBoard {
  readonly coils: boolean[];
  readonly inputs: boolean[];
  coilWrites: number;
  /** The reply to a request, or `undefined` for one that is damaged, foreign, or not understood at all. */
  answer(request: Uint8Array): Uint8Array | undefined;
}

const CHANNELS = 8;
const off = () => new Array<boolean>(CHANNELS).fill(false);
const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

/** `hasInputs`: without any, reading them is a function that the board does not know. */
export const createScriptedBoard = (unit: number, clock: Clock, hasInputs = true): ScriptedBoard => {
  const timers: (Timer | undefined)[] = [];
  const refuse = (fn: number, code: number) => frame(unit, fn | 0x80, code);

  const readBits = (fn: number, of: readonly boolean[], first: number, count: number) => {
    if (first + count > CHANNELS) return refuse(fn, 2);
    const packed = of.slice(first, first + count).reduce((sum, on, i) => sum | (Number(on) << i), 0);
    return frame(unit, fn, 1, packed);
  };

  const writeCoil = (request: Uint8Array, target: number, value: number) => {
    const [verb, channel] = [target >> 8, target & 0xff];
    if (channel >= CHANNELS) return refuse(5, 2);
    timers[channel]?.cancel();
    board.coilWrites++;
    board.coils[channel] = verb === 0 ? value === 0xff00 : verb === 2;
    if (verb !== 0)
      timers[channel] = clock.after(Milliseconds(value * 100), () => {
        board.coils[channel] = verb === 4;
      });
    return Uint8Array.from(request);
  };

  const board: ScriptedBoard = {
    coils: off(),
    inputs: off(),
    coilWrites: 0,
    answer: (request) => {
      if (request.length !== 8 || request[0] !== unit) return undefined;
      if (crc16(request.subarray(0, 6)) !== (request[6] ?? 0) + 256 * (request[7] ?? 0)) return undefined;
      const [fn, first, second] = [request[1] ?? 0, word(request, 2), word(request, 4)];
      if (fn === 1) return readBits(fn, board.coils, first, second);
      if (fn === 2 && hasInputs) return readBits(fn, board.inputs, first, second);
      if (fn === 3) return frame(unit, 3, 2 * second, ...new Array<number>(2 * second).fill(0));
      return fn === 5 ? writeCoil(request, first, second) : refuse(fn, 1);
    },
  };
  return board;
};
