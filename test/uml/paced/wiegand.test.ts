import type { Bus } from '@gatehouse/edge/drivers/driver.ts';
import { gpio } from '@gatehouse/edge/drivers/gpio/driver.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../kit/eventually.ts';
import { createSimChip, type SimChip } from '../sim-chip.ts';

const [DATA0, DATA1] = [10, 11];
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let chip: SimChip;
let bus: Bus;
const taken: ReaderInput[] = [];
beforeEach(async () => {
  chip = createSimChip('gatehouse-wiegand', 32);
  for (const line of [DATA0, DATA1]) chip.pull(line, true);
  taken.length = 0;
  bus = gpio.open(gpio.config.parse({ wiegand: { 1: { chip: chip.label, data0: DATA0, data1: DATA1 } } }), {
    clock: systemClock,
    log: quiet,
  });
  const reader = bus.reader?.(1);
  reader?.listen({ took: (input) => void taken.push(input), changed: () => undefined });
  await eventually(() => reader?.standing().state === 'online', 'the reader is there');
});
afterEach(async () => {
  await bus.close();
  chip.remove();
});

/** This kernel's interrupts come by a tick of 10 ms: what comes faster is one. A real reader is ten times as fast. */
const BIT = Milliseconds(12);
const send = async (bits: string) => {
  for (const bit of bits) {
    const line = bit === '1' ? DATA1 : DATA0;
    chip.pull(line, false);
    chip.pull(line, true);
    await sleep(systemClock, BIT);
  }
};

describe('a Wiegand reader on lines of a real kernel', () => {
  it.each([
    ['26 bits', '10111101100010001110101110'],
    ['34 bits', '1011110110001000111010111010110010'],
    ['37 bits', '0000000000000000000000000000000000001'],
  ])('is read bit by bit, as sent: %s', async (_, bits) => {
    await send(bits);
    await eventually(() => taken.length > 0, 'a card is read');
    expect(taken).toEqual([{ kind: 'bits', bits }]);
  });

  it('brings two cards after each other as two', async () => {
    const [first, second] = ['10111101100010001110101110', '00000000011111111110101110'];
    await send(first);
    await eventually(() => taken.length === 1, 'the first is read');
    await send(second);
    await eventually(() => taken.length === 2, 'the second is read');
    expect(taken).toEqual([first, second].map((bits) => ({ kind: 'bits', bits })));
  });
});
