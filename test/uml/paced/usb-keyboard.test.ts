import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { Bus } from '@gatehouse/edge/drivers/driver.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { usbKeyboard } from '@gatehouse/edge/readers/usb-keyboard/driver.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import { type MadeKeyboard, makeKeyboard } from '../uinput.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const made: MadeKeyboard[] = [];
const buses: Bus[] = [];
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  for (const keyboard of made.splice(0)) keyboard.remove();
});

const plugIn = () => {
  const keyboard = makeKeyboard('Wedge of a test');
  made.push(keyboard);
  return keyboard;
};
const open = (path: string) => {
  const bus = usbKeyboard.open(usbKeyboard.config.parse({ path }), { clock: systemClock, log: quiet });
  buses.push(bus);
  const reader = bus.reader?.(1);
  if (reader === undefined) throw new Error('no reader');
  const taken: ReaderInput[] = [];
  reader.listen({ took: (input) => void taken.push(input), changed: () => undefined });
  /** What comes in the first half second after it was opened may have begun before, and does not count. */
  const online = async () => {
    await eventually(() => reader.standing().state === 'online', 'it is online');
    await sleep(systemClock, Milliseconds(700));
  };
  return { bus, reader, taken, online };
};
/** Whoever else listens to the keyboard, such as a console. */
const eavesdrop = (path: string) => {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return {
    heard: () => {
      try {
        return readSync(fd, Buffer.alloc(24 * 64));
      } catch {
        return 0;
      }
    },
    close: () => closeSync(fd),
  };
};

describe('a keyboard reader on a real kernel', () => {
  it('is read line by line, and nobody else hears what it types', async () => {
    const keyboard = plugIn();
    const other = eavesdrop(keyboard.path);
    await keyboard.type('0000');
    expect(other.heard()).toBeGreaterThan(0); // Nobody has it for himself yet.
    const { taken, online } = open(keyboard.path);
    await online();
    await keyboard.type('0008057923');
    await keyboard.type('Abc-7');
    await eventually(() => taken.length === 2, 'two lines are read').catch((error: unknown) => {
      throw new Error(`${error}: ${JSON.stringify(taken)}`);
    });
    expect(taken).toEqual([
      { kind: 'line', text: '0008057923' },
      { kind: 'line', text: 'Abc-7' },
    ]);
    expect(other.heard()).toBe(0);
    other.close();
  });

  it('is not read while another has it alone, and is as soon as that one lets go', async () => {
    const keyboard = plugIn();
    const first = open(keyboard.path);
    await first.online();
    const second = open(keyboard.path);
    await eventually(() => second.reader.standing().state === 'lost', 'the second is told');
    expect(second.reader.standing().trouble).toMatch(/another program/);
    await first.bus.close();
    await second.online();
    await keyboard.type('42');
    await eventually(() => second.taken.length === 1, 'the second reads');
    expect(first.taken).toEqual([]);
  });

  it('is said to be lost when it is pulled out, and read again when it is back', async () => {
    const keyboard = plugIn();
    const { reader, taken, online } = open(keyboard.path);
    await online();
    made.pop()?.remove();
    await eventually(() => reader.standing().state === 'lost', 'it is lost');
    const again = plugIn();
    expect(again.path).toBe(keyboard.path);
    await online();
    await again.type('7');
    await eventually(() => taken.length === 1, 'it is read');
    expect(taken).toEqual([{ kind: 'line', text: '7' }]);
  });
});
