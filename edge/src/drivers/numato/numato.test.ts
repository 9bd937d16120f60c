import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relayDriverContract } from '../contract.ts';
import type { BoardError } from '../driver.ts';
import { memoryPulseSupervisors } from '../pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { createMemoryWire, honestly } from '../serial/memory-wire.ts';
import { NumatoConfig } from './config.ts';
import { createNumatoBus, numatoFamily } from './family.ts';
import { createMemoryModule } from './memory-module.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ascii = (text: string) => Buffer.from(text, 'latin1');

const aModule = (channels = 8) => {
  const clock = new ManualClock();
  const config = NumatoConfig.parse({ path: 'memory', baud: 115_200, relays: channels, inputs: channels });
  const module = createMemoryModule(channels);
  const wire = createMemoryWire(clock, config.baud, [module]);
  const bus = createNumatoBus(wire, config, clock);
  const commands = () => wire.sent.map(({ bytes }) => Buffer.from(bytes).toString('latin1').replace('\r', ''));
  /** Runs the clock until the call is over, which takes at most half a second. */
  const within = async <T>(call: Promise<T>) => {
    let result: { value: T | BoardError } | undefined;
    call.then(
      (value) => {
        result = { value };
      },
      (error: BoardError) => {
        result = { value: error };
      },
    );
    for (let ms = 0; ms <= 500 && result === undefined; ms++) await clock.advance(Milliseconds(1));
    if (result === undefined) throw new Error('the call took more than half a second');
    return result.value;
  };
  return { clock, config, module, wire, bus, commands, within };
};
const always = () => true;

relayDriverContract(
  'Numato on a line in memory, in a pulse supervisor',
  () => {
    const { clock, config, module, wire, bus } = aModule();
    const family = { ...numatoFamily, open: () => bus };
    let muted = false;
    const kept = supervisedBus({ kind: 'numato', config: NumatoConfig }, memoryPulseSupervisors(clock, family));
    wire.reply = (honest) => (muted && /relay on/.test(commandOf(wire.sent.at(-1)?.bytes)) ? [] : honestly(honest));
    return {
      bus: kept.open(config, { clock, log }),
      clock,
      coils: () => module.coils,
      setInput: (_unit, channel, on) => {
        module.inputs[channel] = on;
      },
      coilWrites: () => module.relayWrites,
      unplug: wire.unplug,
      plugIn: () => {
        wire.up = true;
      },
      mute: () => {
        muted = true;
      },
    };
  },
  { units: [1], inputs: true, registers: true, letGo: 'falls-at-once', absent: 'refused' },
);
const commandOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('latin1');

describe('a Numato module', () => {
  it('is asked who it is before anything moves, and told of each relay whether it did as told', async () => {
    const { bus, commands, within, module } = aModule();
    await within(bus.set(1, 3, true, always));
    expect(commands()).toEqual(['ver', 'relay on 3', 'relay read 3']);
    expect(module.coils[3]).toBe(true);
  });

  it('is not believed when it prompts and its relay did not move', async () => {
    const { bus, module, within } = aModule();
    module.obeys = false;
    expect(await within(bus.set(1, 0, true, always))).toMatchObject({ reason: 'no_reply', sent: true });
  });

  it('has relays beyond 9 by letters, and beyond 8 reads them all at once', async () => {
    const { bus, commands, module, within } = aModule(32);
    await within(bus.set(1, 31, true, always));
    await within(bus.set(1, 10, true, always));
    expect([module.coils[31], module.coils[10]]).toEqual([true, true]);
    expect(commands().filter((command) => command.startsWith('relay on'))).toEqual(['relay on V', 'relay on A']);
    expect(await within(bus.readCoils(1, 32))).toMatchObject({
      values: Array.from({ length: 32 }, (_, i) => i === 31 || i === 10),
    });
    expect(commands().filter((command) => command === 'relay readall')).toHaveLength(2);
  });

  it('is refused what it does not have, without a word on the line', async () => {
    const { bus, wire, within } = aModule();
    const calls: (() => Promise<unknown>)[] = [
      () => bus.set(1, 8, true, always),
      () => bus.readInputs(1, 9),
      () => bus.readCoils(2, 1),
    ];
    for (const call of calls) expect(await within(call())).toMatchObject({ reason: 'refused', sent: false });
    expect(wire.sent).toEqual([]);
  });

  it('is believed of a changed input only when it says so twice', async () => {
    const { bus, wire, module, within } = aModule();
    await within(bus.readInputs(1, 2));
    let lied = false;
    wire.reply = (honest) => {
      const lie = !lied && commandOf(honest).startsWith('gpio read 0');
      lied ||= lie;
      return honestly(lie ? ascii('gpio read 0\n\r1\n\r>') : honest);
    };
    expect(await within(bus.readInputs(1, 2))).toMatchObject({ reason: 'no_reply' });
    expect(await within(bus.readInputs(1, 2))).toMatchObject({ values: [false, false] });
    module.inputs[0] = true;
    lied = false;
    wire.reply = (honest) => {
      const lie = !lied && commandOf(honest).startsWith('gpio read 0');
      lied ||= lie;
      return honestly(lie ? ascii('gpio read 0\n\r0\n\r>') : honest);
    };
    expect(await within(bus.readInputs(1, 2))).toMatchObject({ values: [false, false] }); // Hidden, for one question.
    expect(await within(bus.readInputs(1, 2))).toMatchObject({ values: [true, false] });
  });

  it('never has a late answer to the same question taken for the answer to this one', async () => {
    const { bus, wire, module, clock, within } = aModule();
    await within(bus.readInputs(1, 1));
    module.inputs[0] = true;
    await within(bus.readInputs(1, 1));
    let late = true;
    wire.reply = (honest) => {
      const now = late;
      late = false;
      return honest && now ? [{ afterMs: 130, bytes: honest }] : honestly(honest);
    };
    expect(await within(bus.readInputs(1, 1))).toMatchObject({ reason: 'no_reply' }); // "1" is still on its way.
    module.inputs[0] = false;
    expect(await within(bus.readInputs(1, 1))).toMatchObject({ values: [false] });
    await clock.advance(Seconds(1));
  });

  it('is asked anew after an answer that came twice, and after half a line of somebody else’s', async () => {
    const { bus, wire, module, commands, within, clock } = aModule();
    await within(bus.readInputs(1, 1));
    wire.reply = (honest) => [...honestly(honest), ...honestly(honest).map((r) => ({ ...r, afterMs: 8 }))];
    await within(bus.readInputs(1, 1));
    await clock.advance(Milliseconds(20));
    wire.reply = honestly;
    wire.sent.length = 0;
    await within(bus.readInputs(1, 1));
    expect(commands()[0]).toMatch(/^(ver|id get)$/);

    module.answer(ascii('relay on 5')); // Typed by nobody we know, and not ended.
    const fresh = createNumatoBus(wire, NumatoConfig.parse({ path: 'memory', baud: 115_200 }), clock);
    module.inputs[0] = true;
    wire.sent.length = 0;
    expect(await within(fresh.readInputs(1, 1))).toMatchObject({ values: [true] });
    expect(commands()).toEqual(['ver', 'gpio read 0', 'gpio read 0']); // The probe ended it; nothing of ours was behind it.
  });

  it('takes no adapter for a module that only sends back what it is sent', async () => {
    const { bus, wire, within } = aModule();
    wire.reply = () => [{ afterMs: 1, bytes: wire.sent.at(-1)?.bytes ?? ascii('') }];
    expect(await within(bus.set(1, 0, true, always))).toMatchObject({ reason: 'no_reply', sent: false });
    expect(wire.sent.map(({ bytes }) => commandOf(bytes))).not.toContain('relay on 0\r');
  });

  it('settles every call within half a second, and is sound again once the line is, whatever comes back', async () => {
    const piece = fc.record({
      afterMs: fc.integer({ min: 0, max: 300 }),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc
          .constantFrom('relay on 0\n\r>', 'gpio read 0\n\r1\n\r>', 'ver\n\r', '\n\r>', 'relay read 0\n\ron')
          .map(ascii),
        fc.constant('honest' as const),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 10 }), async (script) => {
        const { bus, wire, clock, within } = aModule();
        wire.reply = (honest, nth) =>
          (script[nth - 1] ?? [{ afterMs: 1, bytes: 'honest' as const }]).map(({ afterMs, bytes }) => ({
            afterMs,
            bytes: bytes === 'honest' ? (honest ?? ascii('')) : bytes,
          }));
        for (let i = 0; i < 4; i++) {
          await within(bus.set(1, 0, i % 2 === 0, always));
          await within(bus.readInputs(1, 2));
        }
        await clock.advance(Seconds(1));
        wire.reply = honestly;
        await within(bus.readInputs(1, 2));
        await within(bus.readInputs(1, 2));
        expect(await within(bus.readInputs(1, 2))).toMatchObject({ values: [false, false] });
      }),
      { numRuns: 60 },
    );
  });
});
