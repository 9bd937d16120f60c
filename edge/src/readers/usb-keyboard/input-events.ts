import type { Lines } from '../lines.ts';
import { characterOf, ENDS, LOCKS, SHIFTS } from './keymap.ts';

/** `struct input_event` (linux/input.h): two machine words of time, then type, code and value. */
export const eventBytes = (arch: NodeJS.Architecture): number =>
  (['arm', 'ia32', 'mips', 'mipsel'] as readonly string[]).includes(arch) ? 16 : 24;
// linux/input-event-codes.h
const [EV_SYN, EV_KEY] = [0, 1];
const SYN_DROPPED = 3;
const [RELEASED, PRESSED] = [0, 1];

/** Turns the events of a keyboard into characters of lines. Keeps half an event at most. Repeats by holding a key are no keys. */
export const createInputEvents = (size: number, lines: Lines) => {
  const shifts = new Set<number>();
  let half = Buffer.alloc(0);

  const press = (code: number): void => {
    const character = characterOf(code, shifts.size > 0);
    if (ENDS.has(code)) lines.end();
    else if (character !== undefined) lines.add(character);
    else if (!LOCKS.has(code)) lines.spoil();
  };
  const key = (code: number, value: number): void => {
    if (!SHIFTS.has(code)) {
      if (value === PRESSED) press(code);
    } else if (value === RELEASED) shifts.delete(code);
    else shifts.add(code);
  };
  return {
    take: (bytes: Uint8Array): void => {
      const all = Buffer.concat([half, bytes]);
      const whole = all.length - (all.length % size);
      for (let at = 0; at < whole; at += size) {
        const rest = at + size - 8;
        const type = all.readUInt16LE(rest);
        const code = all.readUInt16LE(rest + 2);
        if (type === EV_KEY) key(code, all.readInt32LE(rest + 4));
        else if (type === EV_SYN && code === SYN_DROPPED) {
          // The kernel had no room and forgot events: whether a shift is still held is not known either.
          shifts.clear();
          lines.spoil();
        }
      }
      half = all.subarray(whole);
    },
  };
};
