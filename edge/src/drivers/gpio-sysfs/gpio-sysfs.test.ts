import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { relayDriverContract } from '../contract.ts';
import { memoryPulseSupervisors } from '../pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import { GpioSysfsConfig } from './config.ts';
import { sysfsFamilyOn } from './family.ts';
import { createMemorySysfs } from './memory-sysfs.kit.ts';
import { loadSysfs } from './sysfs.ts';

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const CHIP = 'pinctrl-bcm2711';
const yes = () => true;

const setUp = (
  board: object,
  of: Parameters<typeof createMemorySysfs>[0] = {},
  prepare: (model: ReturnType<typeof createMemorySysfs>) => void = () => undefined,
) => {
  const clock = new ManualClock();
  const model = createMemorySysfs(of);
  prepare(model);
  const logged: string[] = [];
  const write = (level: string) => (detail: object, text: string) =>
    void logged.push(`${level} ${text} ${JSON.stringify(detail)}`);
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const family = sysfsFamilyOn(model.sysfs);
  const open = () => family.open(GpioSysfsConfig.parse({ boards: { 1: { chip: CHIP, ...board } } }), { clock, log });
  const bus = open();
  const hints: number[] = [];
  bus.listen({ hint: () => void hints.push(clock.monoMs()), bits: () => undefined, trouble: () => undefined });
  return { clock, model, bus, open, logged, hints };
};

relayDriverContract(
  'Lines of sysfs by onoff, in a pulse supervisor,',
  () => {
    const clock = new ManualClock();
    const model = createMemorySysfs();
    const board = (from: number, activeLow: boolean) => ({
      chip: CHIP,
      relays: EIGHT.map((line) => ({ line: from + line, activeLow })),
      inputs: EIGHT.map((line) => ({ line: from + 8 + line })),
    });
    for (const line of EIGHT) model.drive(16 + line, true); // Pulled up, as the relays of unit 2 are at rest.
    const atStart = model.levels.length;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const family = sysfsFamilyOn(model.sysfs);
    const config = GpioSysfsConfig.parse({ boards: { 1: board(0, false), 2: board(16, true) } });
    const bus = supervisedBus(family, memoryPulseSupervisors(clock, family)).open(config, { clock, log });
    const first = (unit: number) => (unit - 1) * 16;
    return {
      bus,
      clock,
      coils: (unit) => EIGHT.map((line) => model.level(first(unit) + line) !== (unit === 2)),
      setInput: (unit, channel, on) => model.drive(first(unit) + 8 + channel, on),
      coilWrites: () => Math.max(model.writes, model.levels.length - atStart),
      unplug: () => {
        model.present = false;
      },
      plugIn: () => {
        model.present = true;
      },
      mute: () => {
        model.mute = true;
      },
    };
  },
  { units: [1, 2], inputs: true, registers: true, letGo: 'falls-at-once', absent: 'refused' },
);

describe('relays under /sys/class/gpio', () => {
  it.each([0, 512, 571])('are found by the label of their chip, whose first number is %s', async (base) => {
    const { model, bus } = setUp({ relays: [{ line: 17 }] }, { base });
    await bus.set(1, 0, true, yes);
    expect(model.level(17)).toBe(true);
    expect(model.levels).toEqual(['17=1']);
  });

  it.each([false, true])(
    'are at rest from the first moment on, and exported only while the bus is open: activeLow %s',
    async (activeLow) => {
      const { model, bus } = setUp({ relays: [{ line: 17, activeLow }] });
      expect(model.levels).toEqual(activeLow ? ['17=1'] : []);
      expect(model.line(17)).toMatchObject({ exported: true, direction: 'out', activeLow });
      expect((await bus.readCoils(1, 1)).values).toEqual([false]);
      await bus.close();
      expect([model.line(17).exported, model.openFiles()]).toEqual([false, 0]);
    },
  );

  it('that a killed process left energised stay so until somebody decides, and that is said', async () => {
    const { model, bus, open, logged } = setUp({ relays: [{ line: 4 }, { line: 5, activeLow: true }] });
    await bus.set(1, 0, true, yes);
    await bus.set(1, 1, true, yes);
    model.kill();
    const changes = model.levels.length;
    const after = open();
    expect((await after.readCoils(1, 2)).values).toEqual([true, true]);
    expect(model.levels.length).toBe(changes);
    expect(logged.filter((line) => line.startsWith('warn a relay was found energised'))).toHaveLength(2);
    await after.set(1, 0, false, yes);
    expect([model.level(4), model.level(5)]).toEqual([false, false]);
  });

  it('whose line does not do as asked are not believed, although onoff says nothing', async () => {
    const { model, bus, clock } = setUp({ relays: [{ line: 4 }] }, {}, (made) => {
      Object.assign(made.line(4), { exported: true, stuck: true });
    });
    await expect(bus.set(1, 0, true, yes)).rejects.toMatchObject({
      reason: 'gone',
      message: `line 4 of ${CHIP} (gpio516) is set to "in" by somebody else, and stays so`,
    });
    model.line(4).stuck = false;
    await clock.advance(Seconds(3));
    await bus.set(1, 0, true, yes);
    expect(model.level(4)).toBe(true);
  });

  it.each<[string, object, (model: ReturnType<typeof createMemorySysfs>) => void, string]>([
    [
      'that is held alone',
      { relays: [{ line: 4 }] },
      (model) => {
        model.line(4).busy = true;
      },
      `line 4 of ${CHIP} (gpio516) is in use by something that holds it alone`,
    ],
    ['that is none', { relays: [{ line: 54 }] }, () => undefined, `${CHIP} has no line 54: its lines are 0 to 53`],
    [
      'of a chip that is not there',
      { chip: 'pinctrl-rp1', relays: [{ line: 4 }] },
      () => undefined,
      `no GPIO chip under /sys/class/gpio is labelled pinctrl-rp1; there are ${CHIP}`,
    ],
    [
      'on a system without sysfs',
      { relays: [{ line: 4 }] },
      (model) => {
        model.present = false;
      },
      'this system has no /sys/class/gpio: its kernel was made without it; use a bus of kind gpio',
    ],
  ])('on a line %s are refused in words, and leave nothing open', async (_which, board, prepare, words) => {
    const { model, bus, clock } = setUp(board, {}, prepare);
    await clock.advance(Seconds(10));
    await expect(bus.set(1, 0, true, yes)).rejects.toMatchObject({ reason: 'gone', sent: false, message: words });
    expect(model.openFiles()).toBe(0);
  });
});

describe('inputs under /sys/class/gpio', () => {
  it('hint at a change, and are read anew however many edges came as one', async () => {
    const { clock, model, bus, hints } = setUp({ inputs: [{ line: 27, activeLow: true }] });
    await clock.advance(Milliseconds(50));
    hints.length = 0;
    model.drive(27, true);
    await clock.advance(Milliseconds(5));
    expect(hints).toHaveLength(1);
    expect((await bus.readInputs(1, 1)).values).toEqual([false]);
    await clock.advance(Milliseconds(50));
    for (let i = 0; i < 11; i++) model.drive(27, i % 2 === 1);
    await clock.advance(Milliseconds(50));
    expect(hints).toHaveLength(2);
    expect((await bus.readInputs(1, 1)).values).toEqual([true]);
  });

  it('of a chip without interrupts are looked at fifty times a second', async () => {
    const { clock, model, bus, hints, logged } = setUp({ inputs: [{ line: 27 }] }, { interrupts: false });
    await clock.advance(Milliseconds(100));
    hints.length = 0;
    model.drive(27, true);
    await clock.advance(Milliseconds(20));
    expect(hints).toHaveLength(1);
    await clock.advance(Seconds(1));
    expect(hints).toHaveLength(1);
    expect((await bus.readInputs(1, 1)).values).toEqual([true]);
    expect(logged.some((line) => line.includes('only looked at'))).toBe(true);
    await bus.close();
    expect([model.openFiles(), clock.pendingTimers]).toEqual([0, 0]);
  });
});

describe('onoff', () => {
  it('that cannot be loaded is asked for in words', async () => {
    const failing = (message: string) => loadSysfs(() => Promise.reject(new Error(message)));
    await expect(failing('Could not locate the bindings file. Tried:\n → /x')).rejects.toThrow(
      /^onoff needs the package epoll to be compiled: run "npm rebuild epoll --ignore-scripts=false"/,
    );
    await expect(failing("Cannot find package 'onoff' imported from /x")).rejects.toThrow(
      /^the package onoff is not installed: install onoff 6.0.3, or use a bus of kind gpio/,
    );
  });
});
