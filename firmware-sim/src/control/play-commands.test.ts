import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createSimulation } from '../simulation.ts';
import { Building } from '../world/building.ts';
import { demoBuilding } from '../world/demo-building.ts';
import { type CommandOutcome, namesOf, type Target } from './command.ts';
import { COMMANDS } from './commands.ts';
import { perform } from './perform.ts';
import { recordingOf, stateOf } from './state.ts';
import { Recording } from './step.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

const everything = Building.parse(
  JSON.parse(readFileSync(new URL('../../buildings/everything.json', import.meta.url), 'utf8')),
);

/** A building on a clock that the test moves, and a list of everything that happens in it. */
const aBuilding = (seed = 'a', building = demoBuilding) => {
  const dir = mkdtempSync(join(tmpdir(), 'sim-'));
  const clock = new ManualClock();
  const simulation = createSimulation({ clock, seed, building, dir });
  ended.push(() => {
    simulation.close();
    rmSync(dir, { recursive: true });
  });
  const startMs = clock.monoMs();
  const happened: string[] = [];
  simulation.site.events.add(({ where, part, text }) =>
    happened.push(`${Math.round(clock.monoMs() - startMs)} ${where} ${part} ${text}`),
  );
  const run = (target: Target, name: string, verb: string, body: object = {}): CommandOutcome => {
    const command = COMMANDS.find((one) => one.target === target && one.name === verb);
    if (command === undefined) throw new TypeError(`no command ${verb}`);
    return perform(simulation, command, name, body);
  };
  const whole = () => {
    const { doors, wires, site, boards, buses, controllers, readers } = stateOf(simulation);
    return {
      doors: doors.map(({ coil, lock, contact, sense, rex }) => [
        coil.welded,
        coil.slowMs,
        lock.jammed,
        lock.powered,
        contact.mode,
        sense?.mode,
        rex?.mode,
      ]),
      wires: wires.map(({ fault }) => fault),
      site: [site.powered, site.fire, site.fireContact, site.playing],
      up: [...boards, ...controllers].map(({ state }) => state),
      readers: readers.map((reader) => [
        'tampered' in reader && reader.tampered,
        'lies' in reader && [reader.lies, reader.unwilling],
        'state' in reader && reader.state,
        'lan' in reader && [reader.lan.plugged, reader.lan.faults],
      ]),
      buses: buses.map(({ plugged, pendingFaults }) => [plugged, pendingFaults]),
    };
  };
  /** Where locks, leaves and inputs stand. */
  const rest = () => {
    const { doors, boards } = stateOf(simulation);
    return [
      doors.map(({ lock, leaf, coil }) => [lock.position, leaf.motion, coil.energised]),
      boards.map(({ inputs }) => inputs),
    ];
  };
  return { clock, simulation, happened, run, whole, rest };
};

describe('a recording', () => {
  it('holds what was done and when, without what is secret, and no reading of it', async () => {
    const { clock, simulation, run } = aBuilding('seed of the day');
    await clock.advance(Seconds(2));
    run('door', 'front', 'contact', { mode: 'stuck', at: 'open' });
    await clock.advance(Milliseconds(350));
    run('wire', 'front.sense', 'cut');
    expect(() => run('wire', 'nowhere', 'cut')).toThrow('There is no wire "nowhere".');
    expect(() => run('door', 'front', 'slow-relay', { ms: -1 })).toThrow('ms:');
    const joined = { url: 'mqtts://127.0.0.1:1', caFile: new URL(import.meta.url).pathname, password: 'do not tell' };
    run('reader', 'front-reader', 'join', joined);
    const recording = recordingOf(simulation);
    expect(Recording.parse(recording)).toMatchObject({
      seed: 'seed of the day',
      building: demoBuilding.title,
      missed: 0,
    });
    expect(recording.steps).toEqual([
      { atMs: 2_000, target: 'door', name: 'front', command: 'contact', body: { mode: 'stuck', at: 'open' } },
      { atMs: 2_350, target: 'wire', name: 'front.sense', command: 'cut', body: {} },
      {
        atMs: 2_350,
        target: 'reader',
        name: 'front-reader',
        command: 'join',
        body: { url: joined.url, caFile: joined.caFile },
        hidden: ['password'],
      },
    ]);
    expect(JSON.stringify(recording)).not.toContain('do not tell');
  });

  it('is bounded: the oldest steps go, and it says how many', () => {
    const { simulation, run } = aBuilding();
    for (let n = 0; n < 5_003; n++) run('door', 'front', n % 2 ? 'free' : 'jam');
    const { steps, missed } = recordingOf(simulation);
    expect([steps.length, missed, steps[0]?.command]).toEqual([5_000, 3, 'free']);
  });

  it('played to another simulator of the same seed makes the same things happen at the same times, chance included', async () => {
    const first = aBuilding('again');
    const doing = async (ms: number, ...what: Parameters<typeof first.run>) => {
      await first.clock.advance(Milliseconds(ms));
      first.run(...what);
    };
    await doing(0, 'door', 'front', 'press-rex', { holdMs: 900 });
    await doing(120, 'site', '', 'brown-out', { ms: 300, boards: 'chance' });
    await doing(700, 'bus', 'rs485-1', 'noise', { bytes: 6 });
    // Chaos of no given seed: what it was drawn as is not in the recording, and makes no other chance of what follows.
    first.run('site', '', 'chaos', { seconds: 1, everyMs: 60_000 });
    first.run('site', '', 'stop');
    await doing(30, 'door', 'studio', 'force');
    await doing(400, 'site', '', 'brown-out');
    await doing(20, 'wire', 'front.lock', 'cut');
    for (let dip = 0; dip < 8; dip += 1) await doing(900, 'site', '', 'brown-out', { ms: 20 });
    await doing(700, 'site', '', 'make-whole');
    await first.clock.advance(Seconds(30));

    const second = aBuilding('again');
    const outcome = second.run('site', '', 'replay', {
      recording: JSON.parse(JSON.stringify(recordingOf(first.simulation))),
    });
    expect(outcome).toMatchObject({ done: true, message: 'Replaying 15 steps.' });
    await second.clock.advance(Seconds(40));
    const physical = (all: readonly string[]) => all.filter((line) => !line.includes(' replay step '));
    expect(physical(second.happened)).toEqual(first.happened);
    expect(second.simulation.site.wires.get('front.lock')?.fault).toBeUndefined();
    expect(first.happened.length).toBeGreaterThan(12);
    const noises = [first, second].map(({ simulation }) =>
      simulation.buses.get('rs485-1')?.trace.frames.map(({ hex }) => hex),
    );
    expect(noises[0]).toEqual(noises[1]);
    expect(recordingOf(second.simulation).steps).toEqual(recordingOf(first.simulation).steps);
  });

  it('can be played faster, says when the seed is another, and leaves out what it cannot do', async () => {
    const { clock, run, happened, simulation } = aBuilding('b');
    const step = { target: 'wire' as const, name: 'front.sense', body: {} };
    const recording = {
      v: 1,
      building: 'elsewhere',
      seed: 'x',
      startedAt: '2026-01-01T00:00:00.000Z',
      missed: 7,
      steps: [
        { ...step, atMs: 60_000, command: 'cut' },
        { ...step, atMs: 61_000, command: 'mend' },
        { ...step, atMs: 61_000, name: 'gone.sense', command: 'cut' },
        { ...step, atMs: 61_000, command: 'paint' },
        { atMs: 61_000, target: 'reader', name: 'front-reader', command: 'join', body: {}, hidden: ['password'] },
      ],
    };
    expect(run('site', '', 'replay', { recording, speed: 10 }).message).toBe(
      'Replaying 5 steps. It was recorded with seed x: start a simulator with that one to have chance repeat as well. It was recorded in another building: elsewhere. 7 steps before these were not kept.',
    );
    expect(simulation.site.wires.get('front.sense')?.fault).toBe('cut');
    expect(run('site', '', 'replay', { recording })).toEqual({
      done: false,
      message: 'replay plays already: stop it first.',
    });
    await clock.advance(Milliseconds(100));
    expect(simulation.site.wires.get('front.sense')?.fault).toBeUndefined();
    const said = happened.filter((line) => line.includes(' replay step ')).slice(2);
    expect(said).toEqual([
      expect.stringContaining('There is no wire "gone.sense"'),
      expect.stringContaining('there is no such command'),
      expect.stringContaining('left out, because its password was not recorded'),
    ]);
  });

  it.each([
    ['no recording', {}, /^recording: /],
    [
      'a body that no command takes, however deep',
      {
        recording: {
          v: 1,
          building: 'a',
          seed: 'b',
          startedAt: '2026-01-01T00:00:00Z',
          missed: 0,
          steps: [
            {
              atMs: 1,
              target: 'door',
              command: 'push',
              body: { holdMs: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) },
            },
          ],
        },
      },
      /^recording.steps.0.body.holdMs: must be a text, a number/,
    ],
    [
      'a step without a command',
      {
        recording: {
          v: 1,
          building: 'a',
          seed: 'b',
          startedAt: '2026-01-01T00:00:00Z',
          missed: 0,
          steps: [{ atMs: 1, target: 'door' }],
        },
      },
      /^recording\.steps\.0\.command: /,
    ],
  ])('that is %s is refused by the name of what is wrong', (_, body, message) =>
    expect(() => aBuilding().run('site', '', 'replay', body)).toThrow(message),
  );
});

describe('chaos in a building', () => {
  it.each([
    ['the demo building', demoBuilding, ['door', 'wire', 'bus', 'board', 'reader', 'site']],
    [
      'a building of every kind of hardware',
      everything,
      ['door', 'wire', 'bus', 'board', 'controller', 'reader', 'site'],
    ],
  ] as const)(
    'does in %s what its list says, records each step, and leaves everything whole',
    async (_, building, targets) => {
      const { clock, simulation, run, whole, happened } = aBuilding('a', building);
      const before = whole();
      const { steps = [], message } = run('site', '', 'chaos', { seconds: 90, everyMs: 200, seed: 'storm' });
      expect(message).toBe(`Chaos for 90 s with seed storm: ${steps.length} steps.`);
      expect(steps.length).toBeGreaterThan(200);
      expect(stateOf(simulation).site.playing).toMatchObject({ what: 'chaos', of: steps.length });
      expect(run('site', '', 'chaos')).toMatchObject({ done: false });
      await clock.advance(Seconds(92));
      expect(whole()).toEqual(before);
      const recorded = recordingOf(simulation).steps;
      expect(recorded.map(({ target, name, command, body }) => ({ target, name, command, body }))).toEqual(
        steps.map(({ target, name, command, body }) => ({ target, name, command, body })),
      );
      expect(new Set(recorded.map(({ target }) => target))).toEqual(new Set(targets));
      // Nothing in the list was refused by the API: each command fits the part that it was drawn for.
      expect(happened.filter((line) => /There is no (\w+ "|such)|does not speak|is not on the LAN/.test(line))).toEqual(
        [],
      );
    },
  );

  it('makes the same list in another building of the same parts, and keeps to one kind of part if told', () => {
    const wish = { seconds: 30, everyMs: 200, seed: '42', only: 'wire' };
    const [one, two] = [aBuilding('p').run('site', '', 'chaos', wish), aBuilding('q').run('site', '', 'chaos', wish)];
    expect(one.steps).toEqual(two.steps);
    expect(new Set(one.steps?.map(({ target }) => target))).toEqual(new Set(['wire']));
  });

  it('may be of many steps, but not of more than anybody could read', () => {
    const { run } = aBuilding('a', everything);
    const { steps } = run('site', '', 'chaos', { seconds: 1_000, everyMs: 50, seed: 'a' });
    expect(steps?.length).toBeGreaterThan(15_000);
    expect(() => run('site', '', 'chaos', { seconds: 3_600, everyMs: 20 })).toThrow(
      'everyMs: in that many seconds this makes more than 20000 faults',
    );
  });

  it('that is stopped ends the faults that it had begun', async () => {
    const { clock, run, whole } = aBuilding();
    const before = whole();
    run('site', '', 'chaos', { seconds: 600, everyMs: 60, seed: '3' });
    await clock.advance(Seconds(7));
    expect(whole()).not.toEqual(before);
    expect(run('site', '', 'stop').done).toBe(true);
    await clock.advance(Seconds(1));
    expect(whole()).toEqual(before);
    expect(run('site', '', 'stop').done).toBe(false);
  });
});

describe('a brown-out', () => {
  it('restarts every processor of a building that it is to restart, those of readers with relays too', async () => {
    const { clock, simulation, run } = aBuilding('a', everything);
    const states = () => {
      const { boards, controllers, readers } = stateOf(simulation);
      const fed = [...boards, ...controllers, ...readers.filter(({ kind }) => kind === 'osdp')];
      return new Map(fed.map((one) => [one.name, 'state' in one ? one.state : undefined]));
    };
    expect(run('site', '', 'brown-out', { ms: 50, boards: 'reboot' }).done).toBe(true);
    for (const name of ['board-1', 'numato-1', 'lcus-1', 'controller-1', 'front-reader', 'side-reader'])
      expect([name, states().get(name)]).toEqual([name, 'booting']);
    // Relays on GPIO lines do not boot: they have no power, and then they have.
    expect(states().get('gpio-board')).toBe('off');
    await clock.advance(Seconds(1));
    expect(new Set(states().values())).toEqual(new Set(['running']));
    const { message } = run('site', '', 'brown-out', { ms: 50, boards: 'hang' });
    expect([...states()].filter(([, state]) => state !== 'hung').map(([name]) => name)).toEqual(['gpio-board']);
    expect(message).toContain('gpio-board rides through');
  });
});

describe('mending everything', () => {
  it('after any faults at any times brings a building of every kind of hardware back to how it began', async () => {
    const faults = COMMANDS.filter(({ chaos }) => chaos !== undefined);
    const drawn = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 0, max: 3_000 })), {
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (list) => {
        const { clock, simulation, run, whole, rest } = aBuilding('p', everything);
        const before = [whole(), rest()];
        for (const [which, part, body, ms] of list) {
          const command = faults[which % faults.length]!;
          const names = namesOf(simulation, command.target);
          const bodies = command.chaos?.bodies ?? [{}];
          run(command.target, names[part % names.length]!, command.name, bodies[body % bodies.length]);
          await clock.advance(Milliseconds(ms));
        }
        run('site', '', 'make-whole');
        // Time for pulses, closers and boots to end.
        await clock.advance(Seconds(60));
        expect([whole(), rest()]).toEqual(before);
        simulation.close();
      }),
      { numRuns: 25 },
    );
  });

  it('ends whatever was done to the building, restarting only what hangs', async () => {
    const { clock, run, whole, happened } = aBuilding();
    const before = whole();
    for (const [target, name, verb, body] of [
      ['door', 'front', 'jam', {}],
      ['door', 'studio', 'weld', { at: 'open' }],
      ['door', 'front', 'slow-relay', { ms: 900 }],
      ['door', 'front', 'sense', { mode: 'bounce' }],
      ['door', 'studio', 'rex', { mode: 'stuck', at: 'pressed' }],
      ['door', 'car-park', 'cut-lock-power', {}],
      ['wire', 'studio.lock', 'short', {}],
      ['bus', 'rs485-1', 'garble', { count: 9 }],
      ['bus', 'rs485-1', 'unplug', {}],
      ['board', 'board-1', 'hang', {}],
      ['site', '', 'fire', {}],
    ] as const)
      expect(run(target, name, verb, body).done).toBe(true);
    run('site', '', 'make-whole');
    await clock.advance(Seconds(1));
    expect(whole()).toEqual(before);
    expect(happened.filter((line) => line.includes('board restarts'))).toHaveLength(1);
    run('site', '', 'make-whole');
    expect(happened.filter((line) => line.includes('board restarts'))).toHaveLength(1);
  });
});
