import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { keyOf } from '@gatehouse/firmware-sim/boards/keyboard/keymap.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import koffi from 'koffi';

/** A keyboard of the kernel's own making (linux/uinput.h): to whoever opens it no other than one that was plugged in. */
export interface MadeKeyboard {
  /** /dev/input/event<n>. */
  readonly path: string;
  /** Types the text, then Enter, key by key as a real one: the kernel keeps some sixty events for one who is slow. */
  type(text: string): Promise<void>;
  /** Pulls it out. */
  remove(): void;
}

const [UI_SET_EVBIT, UI_SET_KEYBIT] = [0x40045564, 0x40045565];
const [UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY] = [0x405c5503, 0x5501, 0x5502];
const [EV_SYN, EV_KEY] = [0, 1];
const [KEY_ENTER, KEY_LEFT_SHIFT, KEYS] = [28, 42, 64];
const libc = koffi.load(null);
const order = libc.func('ioctl', 'int', ['int', 'ulong', 'long']) as (fd: number, request: number, n: number) => number;
const orderWith = libc.func('ioctl', 'int', ['int', 'ulong', 'void *']) as (
  fd: number,
  request: number,
  bytes: Uint8Array,
) => number;

export const makeKeyboard = (name: string): MadeKeyboard => {
  const fd = openSync('/dev/uinput', 'w');
  const check = (result: number, what: string) => {
    if (result < 0) throw new Error(`uinput: ${what} failed`);
  };
  check(order(fd, UI_SET_EVBIT, EV_KEY), 'UI_SET_EVBIT');
  for (let key = 1; key < KEYS; key += 1) check(order(fd, UI_SET_KEYBIT, key), 'UI_SET_KEYBIT');
  // struct uinput_setup: bus, vendor, product, version, then the name.
  const setup = Buffer.alloc(92);
  setup.writeUInt16LE(3, 0);
  setup.writeUInt16LE(0x08ff, 2);
  setup.writeUInt16LE(9, 4);
  setup.write(name, 8);
  check(orderWith(fd, UI_DEV_SETUP, setup), 'UI_DEV_SETUP');
  check(order(fd, UI_DEV_CREATE, 0), 'UI_DEV_CREATE');
  const input = readdirSync('/sys/class/input').find(
    (entry) =>
      entry.startsWith('event') && readFileSync(`/sys/class/input/${entry}/device/name`, 'utf8').trim() === name,
  );
  if (input === undefined) throw new Error(`no input device named ${name}`);

  const emit = (type: number, code: number, value: number) => {
    const event = Buffer.alloc(24);
    event.writeUInt16LE(type, 16);
    event.writeUInt16LE(code, 18);
    event.writeInt32LE(value, 20);
    writeSync(fd, event);
  };
  const press = async (...codes: number[]) => {
    for (const [list, value] of [
      [codes, 1],
      [codes.toReversed(), 0],
    ] as const) {
      for (const code of list) emit(EV_KEY, code, value);
      emit(EV_SYN, 0, 0);
      await sleep(systemClock, Milliseconds(4));
    }
  };
  return {
    path: `/dev/input/${input}`,
    type: async (text) => {
      for (const character of text) {
        const key = keyOf(character);
        if (key === undefined) throw new Error(`no key types ${character}`);
        await press(...(key.shift ? [KEY_LEFT_SHIFT] : []), key.code);
      }
      await press(KEY_ENTER);
    },
    remove: () => {
      order(fd, UI_DEV_DESTROY, 0);
      closeSync(fd);
    },
  };
};
