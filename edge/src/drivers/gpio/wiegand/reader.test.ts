import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryPulseSupervisors } from '../../pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../../pulse-supervisor/supervised-bus.ts';
import { GpioConfig } from '../config.ts';
import { gpioFamilyOn } from '../family.ts';
import { createMemoryKernel } from '../memory-kernel.kit.ts';
import type { MemoryChip } from '../memory-lines.kit.ts';

const [D0, D1] = [14, 15];
const CARD = '10110011100011110000101010';

const setUp = async (inverted = false) => {
  const clock = new ManualClock();
  const model = createMemoryKernel(clock);
  const chip = model.addChip('pins', 32);
  const logged: string[] = [];
  const log = {
    info: () => undefined,
    warn: (detail: object, text: string) => void logged.push(`${text} ${JSON.stringify(detail)}`),
    error: () => undefined,
  };
  for (const line of [D0, D1]) model.drive(chip, line, !inverted);
  const family = gpioFamilyOn(() => model.kernel);
  const config = GpioConfig.parse({ wiegand: { 3: { chip: 'pins', data0: D0, data1: D1, inverted } } });
  const driver = supervisedBus(
    { ...family, readers: ({ wiegand }) => Object.keys(wiegand).map(Number) },
    memoryPulseSupervisors(clock, family),
  );
  const bus = driver.open(config, { clock, log });
  const reader = bus.reader?.(3);
  const took: { bits: string; atMs: number }[] = [];
  reader?.listen({
    took: (input, atMs) => void took.push({ bits: input.kind === 'bits' ? input.bits : 'no bits', atMs }),
    changed: () => undefined,
  });
  await clock.advance(Milliseconds(100));
  const pulse = async (to: MemoryChip, bit: string, gapMs: number) => {
    const line = bit === '0' ? D0 : D1;
    model.drive(to, line, inverted);
    await clock.advance(Milliseconds(0.05));
    model.drive(to, line, !inverted);
    await clock.advance(Milliseconds(gapMs - 0.05));
  };
  const present = async (bits: string, gapMs = 2) => {
    for (const bit of bits) await pulse(chip, bit, gapMs);
  };
  return { clock, model, chip, bus, reader, took, present, logged };
};

describe('a Wiegand reader on two lines', () => {
  it.each([false, true])(
    'hands over each card once it is over, with when its last bit came (inverted: %s)',
    async (inverted) => {
      const { clock, present, took, reader } = await setUp(inverted);
      await present(CARD);
      const lastMs = clock.monoMs() - 2;
      expect(took).toEqual([]);
      await clock.advance(Milliseconds(40));
      expect(took).toEqual([{ bits: CARD, atMs: lastMs }]);
      expect(reader?.standing()).toEqual({ state: 'online', tampered: false, secure: false, trouble: null });
    },
  );

  it('reads whatever is sent at the quickest and the slowest legal pace', async () => {
    const { clock, present, took } = await setUp();
    const some = fc.sample(fc.string({ unit: fc.constantFrom('0', '1'), minLength: 26, maxLength: 37 }), 6);
    for (const [i, bits] of some.entries()) {
      await present(bits, i % 2 === 0 ? 0.2 : 20);
      await clock.advance(Milliseconds(40));
    }
    expect(took.map(({ bits }) => bits)).toEqual(some);
  });

  it('passes the short bursts of a keypad on as bits too', async () => {
    const { clock, present, took } = await setUp();
    for (const key of ['0101', '11100001']) {
      await present(key);
      await clock.advance(Milliseconds(60));
    }
    expect(took.map(({ bits }) => bits)).toEqual(['0101', '11100001']);
  });

  it('waits for pulses that are still on their way when this process is slow, and breaks no card in two', async () => {
    const { clock, model, present, took } = await setUp();
    await present(CARD.slice(0, 10));
    model.deaf = true;
    await present(CARD.slice(10));
    await clock.advance(Milliseconds(300));
    expect(took).toEqual([]);
    model.hear();
    await clock.advance(Milliseconds(40));
    expect(took.map(({ bits }) => bits)).toEqual([CARD]);
  });

  it('gives no card when the kernel had to throw pulses away, says so and counts, and reads the next', async () => {
    const { clock, model, present, took, logged, reader } = await setUp();
    model.deaf = true;
    for (let n = 0; n < 11; n++) {
      await present(CARD, 0.2);
      await clock.advance(Milliseconds(30));
    }
    model.hear(); // 286 pulses, and room for 256: the first card is gone, and the second is not whole.
    await clock.advance(Milliseconds(60));
    expect(took.map(({ bits }) => bits)).toEqual(new Array(9).fill(CARD));
    model.deaf = true;
    await present(CARD.repeat(10), 0.2);
    model.hear();
    await clock.advance(Milliseconds(60));
    expect(took).toHaveLength(9);
    expect(reader?.standing()).toMatchObject({
      state: 'online',
      trouble: expect.stringMatching(/^a card was not read whole: /),
    });
    expect(logged.filter((line) => line.includes('was not understood'))).toHaveLength(1);
    await present(CARD);
    await clock.advance(Milliseconds(60));
    expect(took).toHaveLength(10);
    expect(reader?.standing().trouble).toBe(null);
  });

  it('is lost with its chip, says why, and is found again', async () => {
    const { clock, model, chip, bus, reader, took, present } = await setUp();
    await present(CARD.slice(0, 20));
    model.unplug(chip);
    await clock.advance(Milliseconds(500));
    expect(reader?.standing()).toMatchObject({ state: 'lost', trouble: 'this machine has no GPIO chips' });
    model.plugIn(chip);
    await clock.advance(Seconds(3));
    expect(reader?.standing()).toMatchObject({ state: 'online', trouble: null });
    await present(CARD);
    await clock.advance(Milliseconds(60));
    expect(took.map(({ bits }) => bits)).toEqual([CARD]);
    await bus.close();
    expect([model.openDescriptors(), clock.pendingTimers]).toEqual([0, 0]);
  });

  it('is found again after its lines could not be waited for', async () => {
    const { clock, model, chip, reader } = await setUp();
    model.unplug(chip);
    model.unwatchable = 1;
    model.plugIn(chip);
    await clock.advance(Seconds(5));
    expect([model.unwatchable, reader?.standing().state]).toEqual([0, 'online']);
  });
});
