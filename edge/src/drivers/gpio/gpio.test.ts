import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { relayDriverContract } from '../contract.ts';
import type { Log } from '../driver.ts';
import { memoryPulseSupervisors } from '../pulse-supervisor/pulse-supervisor.kit.ts';
import { supervisedBus } from '../pulse-supervisor/supervised-bus.ts';
import type { SwitchListener } from '../pulse-supervisor/switch-bus.ts';
import { GpioConfig } from './config.ts';
import { gpioFamilyOn } from './family.ts';
import { createMemoryKernel } from './memory-kernel.kit.ts';

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const LABEL = 'pinctrl-bcm2711';

const logbook = () => {
  const lines: string[] = [];
  const write = (level: string) => (detail: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(detail)}`);
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } satisfies Log };
};

const heard = () => {
  const all: string[] = [];
  const listener: SwitchListener = {
    hint: (unit) => void all.push(`hint ${unit}`),
    bits: (unit, bits) => void all.push(`bits ${unit} ${bits}`),
    trouble: (unit, trouble) => void all.push(`trouble ${unit} ${trouble?.why}`),
  };
  return { all, listener };
};

/** The family itself, on a pretended kernel with one chip. */
const setUp = (config: unknown, prepare: (model: ReturnType<typeof createMemoryKernel>) => void = () => undefined) => {
  const clock = new ManualClock();
  const model = createMemoryKernel(clock);
  const chip = model.addChip(LABEL, 54);
  prepare(model);
  const { lines, log } = logbook();
  const { all, listener } = heard();
  const family = gpioFamilyOn(() => model.kernel);
  const bus = family.open(family.config.parse(config), { clock, log });
  bus.listen(listener);
  return { clock, model, chip, bus, logged: lines, heard: all };
};
const yes = () => true;
const oneRelay = (relay: object = { line: 17 }) => ({ boards: { 1: { chip: LABEL, relays: [relay] } } });
const oneInput = (input: object = { line: 27 }) => ({ boards: { 1: { chip: LABEL, inputs: [input] } } });

relayDriverContract(
  'GPIO lines of the kernel, in a pulse supervisor,',
  () => {
    const clock = new ManualClock();
    const model = createMemoryKernel(clock);
    const chips = [model.addChip('first', 20), model.addChip('second', 20)];
    const board = (chip: string, activeLow: boolean) => ({
      chip,
      relays: EIGHT.map((line) => ({ line, activeLow })),
      inputs: EIGHT.map((line) => ({ line: 8 + line, debounceMs: 0 })),
    });
    // The lines of active-low relays are pulled up where nobody drives them, as such boards do.
    for (const line of EIGHT) model.drive(chips[1]!, line, true);
    const { log } = logbook();
    const family = gpioFamilyOn(() => model.kernel);
    const driver = supervisedBus(family, memoryPulseSupervisors(clock, family));
    const bus = driver.open(GpioConfig.parse({ boards: { 1: board('first', false), 2: board('second', true) } }), {
      clock,
      log,
    });
    const chipOf = (unit: number) => chips[unit - 1]!;
    const plug = (how: 'plugIn' | 'unplug') => () => {
      for (const chip of chips) model[how](chip);
    };
    return {
      bus,
      clock,
      coils: (unit) => EIGHT.map((line) => model.level(chipOf(unit), line) !== (unit === 2)),
      setInput: (unit, channel, on) => model.drive(chipOf(unit), 8 + channel, on),
      coilWrites: () => model.writes + model.movedByConfig,
      unplug: plug('unplug'),
      plugIn: plug('plugIn'),
      mute: () => {
        model.mute = true;
      },
    };
  },
  { units: [1, 2], inputs: true, registers: true, letGo: 'rests', absent: 'refused' },
);

describe('lines of relays', () => {
  it('are held by nobody else, under our name, and let go when the bus is closed', async () => {
    const { model, chip, bus } = setUp(oneRelay());
    expect(model.consumer(chip, 17)).toBe('gatehouse');
    expect(model.openDescriptors()).toBe(1);
    await bus.close();
    expect([model.consumer(chip, 17), model.openDescriptors()]).toEqual([undefined, 0]);
  });

  it.each([false, true])('are at rest from the first moment on, with activeLow %s', async (activeLow) => {
    const { model, chip, bus } = setUp(oneRelay({ line: 17, activeLow }), (made) =>
      made.drive({ ...made.addChip('other', 1) }, 0, true),
    );
    expect(model.level(chip, 17)).toBe(activeLow);
    expect(model.levels.filter((level) => level.startsWith(LABEL))).toEqual(activeLow ? [`${LABEL}/17=1`] : []);
    expect((await bus.readCoils(1, 1)).values).toEqual([false]);
  });

  it('are taken over as they were driven by whoever died, without a gap, and that is said', async () => {
    const clock = new ManualClock();
    const model = createMemoryKernel(clock);
    const chip = model.addChip(LABEL, 54);
    model.outputsStay = true;
    const family = gpioFamilyOn(() => model.kernel);
    const { log, lines } = logbook();
    const config = family.config.parse({
      boards: { 1: { chip: LABEL, relays: [{ line: 4 }, { line: 5, activeLow: true }] } },
    });
    const before = family.open(config, { clock, log });
    await before.set(1, 0, true, yes);
    await before.set(1, 1, true, yes);
    model.kill();
    expect([model.level(chip, 4), model.level(chip, 5)]).toEqual([true, false]);
    const changes = model.levels.length;
    const after = family.open(config, { clock, log });
    expect((await after.readCoils(1, 2)).values).toEqual([true, true]);
    expect(model.levels.length).toBe(changes);
    expect(lines.filter((line) => line.startsWith('warn a relay was found energised'))).toHaveLength(2);
    await after.set(1, 0, false, yes);
    expect([model.level(chip, 4), model.level(chip, 5)]).toEqual([false, false]);
  });

  it('fall to rest when the process that holds them is killed, on kernels that let them', async () => {
    const { model, chip, bus } = setUp(oneRelay());
    await bus.set(1, 0, true, yes);
    expect(model.level(chip, 17)).toBe(true);
    model.kill();
    expect(model.level(chip, 17)).toBe(false);
  });

  it('are not written when it is too late', async () => {
    const { model, bus } = setUp(oneRelay());
    await expect(bus.set(1, 0, true, () => false)).rejects.toMatchObject({ reason: 'expired', sent: false });
    expect(model.writes).toBe(0);
  });

  it('stay untouched when another line of the board cannot be had', async () => {
    const config = { boards: { 1: { chip: LABEL, relays: [{ line: 17 }], inputs: [{ line: 60 }] } } };
    const { bus, model, clock } = setUp(config, (made) => {
      made.outputsStay = true;
    });
    await clock.advance(Seconds(10));
    await expect(bus.set(1, 0, true, yes)).rejects.toMatchObject({
      reason: 'gone',
      message: `${LABEL} has no line 60: its lines are 0 to 53`,
    });
    expect([model.openDescriptors(), model.levels]).toEqual([0, []]);
  });
});

describe('a chip', () => {
  it('D3 that the configuration names and nobody has is said at start, before any door is wired to it', () => {
    const { logged, model } = setUp({ boards: { 1: { chip: 'pinctrl-rp1', relays: [{ line: 1 }] } } });
    expect(logged.join()).toContain(`no GPIO chip is labelled pinctrl-rp1; there are ${LABEL}`);
    expect(model.openDescriptors()).toBe(0);
  });

  it('is found by its label, whatever its number is by now', async () => {
    const { clock, model, chip, bus } = setUp(oneRelay());
    model.unplug(chip);
    await expect(bus.set(1, 0, true, yes)).rejects.toMatchObject({ reason: 'gone' });
    await expect(bus.readCoils(1, 1)).rejects.toMatchObject({
      reason: 'gone',
      message: `lines of ${LABEL} were lost: ENODEV: refused by the pretended kernel`,
    });
    const next = model.addChip(LABEL, 54);
    await clock.advance(Seconds(3));
    await bus.set(1, 0, true, yes);
    expect([next.name, model.level(next, 17)]).toEqual(['gpiochip1', true]);
  });

  it('is found by its path', async () => {
    const { model, chip, bus } = setUp({ boards: { 1: { chip: '/dev/gpiochip0', relays: [{ line: 3 }] } } });
    await bus.set(1, 0, true, yes);
    expect(model.level(chip, 3)).toBe(true);
  });

  it.each<[string, unknown, (model: ReturnType<typeof createMemoryKernel>) => void, string]>([
    [
      'nobody has',
      { chip: 'pinctrl-rp1' },
      () => undefined,
      `no GPIO chip is labelled pinctrl-rp1; there are ${LABEL}`,
    ],
    ['at no such path', { chip: '/dev/gpiochip7' }, () => undefined, 'there is no /dev/gpiochip7'],
    [
      'that two have',
      { chip: LABEL },
      (model) => void model.addChip(LABEL, 8),
      `2 GPIO chips are labelled ${LABEL}: name one by its path, /dev/gpiochip0 or /dev/gpiochip1`,
    ],
    [
      'that may not be opened',
      { chip: LABEL },
      (model) => {
        model.forbidden = true;
      },
      '/dev/gpiochip0 may not be opened: the agent\'s user must be in the group that owns it, mostly "gpio"',
    ],
  ])('%s is asked for again, in words', async (_which, board, prepare, words) => {
    const { clock, model, bus, logged } = setUp(
      { boards: { 1: { ...(board as object), relays: [{ line: 3 }] } } },
      prepare,
    );
    await clock.advance(Seconds(20));
    await expect(bus.set(1, 0, true, yes)).rejects.toMatchObject({ reason: 'gone', sent: false, message: words });
    expect(logged.filter((line) => line.includes('trying on'))).toHaveLength(1);
    expect(model.openDescriptors()).toBe(0);
  });

  it('whose line somebody else holds says who, and the line is taken once it is free', async () => {
    const clock = new ManualClock();
    const model = createMemoryKernel(clock);
    model.addChip(LABEL, 54);
    const family = gpioFamilyOn(() => model.kernel);
    const { log } = logbook();
    const config = family.config.parse(oneRelay());
    const first = family.open(config, { clock, log });
    const second = family.open(config, { clock, log });
    await expect(second.set(1, 0, true, yes)).rejects.toMatchObject({
      reason: 'gone',
      message: `line 17 of ${LABEL} is in use by "gatehouse"`,
    });
    await first.close();
    await clock.advance(Seconds(3));
    await second.set(1, 0, true, yes);
    await second.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('inputs', () => {
  it.each([
    ['up', true, false],
    ['down', false, true],
  ])('pulled %s and read with activeLow %s are inactive while the contact is open', async (pull, activeLow, closed) => {
    const { model, chip, bus } = setUp(oneInput({ line: 27, pull, activeLow, debounceMs: 0 }));
    expect((await bus.readInputs(1, 1)).values).toEqual([false]);
    model.drive(chip, 27, closed);
    expect((await bus.readInputs(1, 1)).values).toEqual([true]);
  });

  it('hint at every change, at once and once more after a burst, and are believed only when they have settled', async () => {
    const { clock, model, chip, bus, heard } = setUp(oneInput());
    await clock.advance(Milliseconds(100));
    heard.length = 0;
    model.drive(chip, 27, true);
    expect((await bus.readInputs(1, 1)).values).toEqual([false]);
    await clock.advance(Milliseconds(5));
    expect(heard).toEqual(['hint 1']);
    expect((await bus.readInputs(1, 1)).values).toEqual([true]);
    for (let i = 0; i < 9; i++) model.drive(chip, 27, i % 2 === 1);
    await clock.advance(Milliseconds(50));
    expect((await bus.readInputs(1, 1)).values).toEqual([false]);
    expect(heard).toEqual(['hint 1', 'hint 1']);
  });

  it('that chatter hint no more than a hundred times a second, and that is said once', async () => {
    const { clock, model, chip, heard, logged } = setUp(oneInput({ line: 27, debounceMs: 0 }));
    await clock.advance(Milliseconds(100));
    heard.length = 0;
    model.deaf = true;
    for (let i = 0; i < 50; i++) model.drive(chip, 27, i % 2 === 0);
    model.hear();
    for (let i = 0; i < 1_000; i++) {
      model.drive(chip, 27, i % 2 === 0);
      await clock.advance(Milliseconds(1));
    }
    expect(heard.length).toBeGreaterThan(10);
    expect(heard.length).toBeLessThanOrEqual(101);
    expect(logged.filter((line) => line.includes('chatters'))).toHaveLength(0);
    model.deaf = true;
    for (let i = 0; i < 50; i++) model.drive(chip, 27, i % 2 === 0);
    model.hear();
    await clock.advance(Seconds(1));
    expect(logged.filter((line) => line.includes('chatters'))).toHaveLength(1);
  });

  it('of a chip without interrupts are read all the same', async () => {
    const { model, bus, logged } = setUp({ boards: { 1: { chip: 'expander', inputs: [{ line: 2 }] } } }, (made) => {
      const chip = made.addChip('expander', 8, false);
      made.drive(chip, 2, true);
    });
    expect((await bus.readInputs(1, 1)).values).toEqual([true]);
    expect(logged.some((line) => line.includes('only looked at'))).toBe(true);
    await expect(bus.readInputs(1, 2)).rejects.toMatchObject({
      reason: 'refused',
      message: 'board 1 has 1 inputs, not 2',
    });
    expect(model.openDescriptors()).toBe(1);
  });
});

describe('the configuration', () => {
  it.each<[unknown, string]>([
    [{ boards: {} }, 'is missing: there is neither a board nor a reader'],
    [{ boards: { 0: { chip: LABEL } } }, 'must be a unit from 1 to 247'],
    [{ boards: { 1: { chip: 'some/where' } } }, 'must be the label of a chip, or a path such as /dev/gpiochip0'],
    [
      { boards: { 1: { chip: LABEL, relays: [{ line: 4 }] } }, wiegand: { 1: { chip: LABEL, data0: 5, data1: 4 } } },
      `line 4 of ${LABEL} is used twice`,
    ],
    [{ boards: { 1: { chip: LABEL, relays: [{ line: 4, pull: 'up' }] } } }, 'Unrecognized key: "pull"'],
  ])('refuses %j', (config, words) => {
    const issues = GpioConfig.safeParse(config).error?.issues ?? [];
    const inner = issues.flatMap((issue) => (issue.code === 'invalid_key' ? issue.issues : []));
    expect([...issues, ...inner].map(({ message }) => message)).toContain(words);
  });

  it('comes out of its own output unchanged, as a pulse supervisor gets it', () => {
    const config = GpioConfig.parse({ ...oneInput(), wiegand: { 2: { chip: LABEL, data0: 5, data1: 6 } } });
    expect(GpioConfig.parse(structuredClone(config))).toEqual(config);
  });
});
