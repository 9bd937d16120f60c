import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BoardError, type Bus } from '@gatehouse/edge/drivers/driver.ts';
import { gpio } from '@gatehouse/edge/drivers/gpio/driver.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, throughout } from '../kit/eventually.ts';
import { childrenOf, isAlive } from '../kit/processes.ts';
import { createSimChip, type SimChip } from './sim-chip.ts';

const AGENT = fileURLToPath(new URL('./agent-program.ts', import.meta.url));
const RELAY = 4;
const LOW_RELAY = 5;
const CONTACT = 9;
const BOUNCY = 12;

let chip: SimChip;
const agents: ChildProcess[] = [];
const buses: Bus[] = [];
const logged: string[] = [];
const told = (_: object, message: string) => void logged.push(message);
const log = { info: told, warn: told, error: told };

beforeEach(() => {
  chip = createSimChip('pinctrl-bcm2711', 32);
  chip.pull(LOW_RELAY, true);
  logged.length = 0;
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.kill('SIGKILL');
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await eventually(() => pulseSupervisorsOf(process.pid).length === 0, 'every pulse supervisor has ended');
  chip.remove();
});

const BOARD = {
  chip: 'pinctrl-bcm2711',
  relays: [{ line: RELAY }, { line: LOW_RELAY, activeLow: true }],
  inputs: [
    { line: CONTACT, debounceMs: 0 },
    { line: BOUNCY, debounceMs: 30 },
  ],
};
const CONFIG = { boards: { 1: BOARD } };

const openHere = (config: unknown = CONFIG) => {
  const bus = gpio.open(gpio.config.parse(config), { clock: systemClock, log });
  buses.push(bus);
  return bus;
};
/** Once the board is there: its pulse supervisor takes a moment to start. */
const ready = async <T>(ask: () => Promise<T>): Promise<T> => {
  let result: { value: T } | undefined;
  await eventually(async () => {
    try {
      result = { value: await ask() };
      return true;
    } catch (error) {
      if (error instanceof BoardError && error.reason === 'gone') return false;
      throw error;
    }
  }, 'the board is there').catch((error: unknown) => {
    throw new Error(`${error}; the log says: ${logged.join('; ')}`);
  });
  if (result === undefined) throw new Error('no result');
  return result.value;
};
const pulseSupervisorsOf = (pid: number | undefined): number[] =>
  pid === undefined || !isAlive(pid)
    ? []
    : childrenOf(pid).filter((child) =>
        readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('gatehouse-pulse-supervisor'),
      );

/** An agent in a process of its own, once its pulse of 30 s runs. */
const startAgent = async () => {
  const heard: string[] = [];
  const agent = fork(AGENT, [JSON.stringify(CONFIG)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  agents.push(agent);
  agent.on('message', (text) => void heard.push(String(text)));
  const pulses = () => heard.filter((text) => text === 'pulse runs').length;
  await eventually(() => pulses() === 1, 'the pulse of the agent runs');
  expect(chip.level(RELAY)).toBe(true);
  const [pulseSupervisor = 0] = pulseSupervisorsOf(agent.pid);
  expect(pulseSupervisor).toBeGreaterThan(0);
  return { pid: agent.pid ?? 0, pulseSupervisor, pulses };
};
/** How long the relay stayed energised after `end`, in ms. */
const fallsAfter = async (end: () => void): Promise<number> => {
  const fromMs = systemClock.monoMs();
  end();
  await eventually(() => !chip.level(RELAY), 'the relay falls', Seconds(5));
  return systemClock.monoMs() - fromMs;
};

describe('relays on lines of a real kernel', () => {
  it('move as they are told, and show it on the wire, active-low ones too', async () => {
    const board = openHere().board(1);
    await ready(() => board.set(0, true));
    expect([chip.level(RELAY), chip.level(LOW_RELAY)]).toEqual([true, true]);
    await board.set(1, true);
    expect(chip.level(LOW_RELAY)).toBe(false);
    expect((await board.readCoils(2)).values).toEqual([true, true]);
    await board.pulse(0, true, Milliseconds(400));
    await eventually(() => !chip.level(RELAY), 'the pulse ends', Seconds(2));
  });

  it('fall when the agent is killed, and its pulse supervisor ends by itself', async () => {
    const { pid, pulseSupervisor } = await startAgent();
    const tookMs = await fallsAfter(() => process.kill(pid, 'SIGKILL'));
    console.error(`kill -9 of the agent: the relay fell after ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(1_000);
    await eventually(() => !isAlive(pulseSupervisor), 'the pulse supervisor ends');
  });

  it('fall when the pulse supervisor is killed, and the agent finds its board again by another pulse supervisor', async () => {
    const { pulseSupervisor, pid, pulses } = await startAgent();
    const tookMs = await fallsAfter(() => process.kill(pulseSupervisor, 'SIGKILL'));
    console.error(`kill -9 of the pulse supervisor: the relay fell after ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(1_000);
    await eventually(
      () => pulseSupervisorsOf(pid).some((other) => other !== pulseSupervisor),
      'another pulse supervisor runs',
    );
    expect(pulses()).toBe(1);
  });

  it('fall when agent and pulse supervisor are killed together: by the kernel, with nobody left to ask', async () => {
    const { pulseSupervisor, pid } = await startAgent();
    const tookMs = await fallsAfter(() => {
      process.kill(pulseSupervisor, 'SIGKILL');
      process.kill(pid, 'SIGKILL');
    });
    console.error(`kill -9 of both: the relay fell after ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(1_000);
  });

  it('fall when both are stopped in the middle and then killed', async () => {
    const { pulseSupervisor, pid } = await startAgent();
    for (const one of [pid, pulseSupervisor]) process.kill(one, 'SIGSTOP');
    await throughout(Milliseconds(300), () => chip.level(RELAY), 'a stopped process holds its lines');
    expect(
      await fallsAfter(() => {
        for (const one of [pid, pulseSupervisor]) process.kill(one, 'SIGKILL');
      }),
    ).toBeLessThan(1_000);
  });

  it('belong to one alone: whoever comes second is told who has the line, and moves nothing', async () => {
    const first = openHere().board(1);
    await ready(() => first.set(0, true));
    const second = openHere().board(1);
    await eventually(() => logged.some((line) => /busy|another|EBUSY|held/i.test(line)), 'the second says so');
    await expect(second.set(0, false)).rejects.toMatchObject({ reason: 'gone' });
    expect(chip.level(RELAY)).toBe(true);
  });

  it('come back by themselves after their chip was pulled out', async () => {
    const board = openHere().board(1);
    await ready(() => board.set(0, true));
    chip.unplug();
    await eventually(
      async () => (await board.readInputs(1).catch((error: unknown) => error)) instanceof BoardError,
      'the board is gone',
    );
    chip.plugIn();
    await ready(() => board.readInputs(1));
    expect(chip.level(RELAY)).toBe(false); // Nobody energises what the door has not asked for.
    await board.set(0, true);
    expect(chip.level(RELAY)).toBe(true);
  });
});

describe('contacts on lines of a real kernel', () => {
  it('are read as they stand, and tell of every change', async () => {
    const board = openHere().board(1);
    await ready(() => board.readInputs(2));
    let hints = 0;
    board.onHint?.(() => {
      hints += 1;
    });
    for (const on of [true, false, true]) {
      const before = hints;
      chip.pull(CONTACT, on);
      await eventually(() => hints > before, 'a hint comes');
      expect((await board.readInputs(2)).values).toEqual([on, false]);
    }
  });

  it('are debounced by the kernel: what bounces tells of its rest only', async () => {
    const board = openHere().board(1);
    await ready(() => board.readInputs(2));
    for (let n = 1; n <= 9; n += 1) chip.pull(BOUNCY, n % 2 === 1);
    expect((await board.readInputs(2)).values[1]).toBe(false);
    await eventually(async () => (await board.readInputs(2)).values[1] === true, 'it has come to rest');
    for (let n = 1; n <= 4; n += 1) chip.pull(BOUNCY, n % 2 === 0);
    expect((await board.readInputs(2)).values[1]).toBe(true);
    await sleep(systemClock, Milliseconds(60));
    expect((await board.readInputs(2)).values[1]).toBe(true);
  });
});
