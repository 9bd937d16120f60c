import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { BoardError, type Bus } from '../driver.ts';
import { numato } from '../numato/driver.ts';
import { createMemoryModule, type MemoryModule } from '../numato/memory-module.ts';
import { openPty, type Pty } from '../serial/pty.ts';

const AGENT = fileURLToPath(new URL('./agent-program.kit.ts', import.meta.url));
let pty: Pty;
let bus: Bus | undefined;
let agent: ChildProcess | undefined;
const logged: string[] = [];
const told = (_detail: object, message: string) => void logged.push(message);
const log = { info: told, warn: told, error: told };

const aModule = (): MemoryModule => {
  const module = createMemoryModule();
  pty = openPty();
  pty.onBytes = (bytes) => {
    const reply = module.answer(bytes);
    if (reply !== undefined) pty.write(reply);
  };
  return module;
};
const until = async (holds: () => boolean, what: string) => {
  const endMs = systemClock.monoMs() + 15_000;
  while (!holds()) {
    if (systemClock.monoMs() > endMs) throw new Error(`it never came: ${what}`);
    await sleep(systemClock, Milliseconds(5));
  }
};
const eventually = async <T>(ask: () => Promise<T>): Promise<T> => {
  const endMs = systemClock.monoMs() + 15_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BoardError) || systemClock.monoMs() > endMs) throw error;
      await sleep(systemClock, Milliseconds(20));
    }
  }
};
/** The children of a process, by the kernel's own list. */
const childrenOf = (pid: number | undefined): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const keepersOf = (pid: number | undefined): number[] =>
  childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('gatehouse-keeper'));
const isThere = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const openHere = () => {
  bus = numato.open(numato.config.parse({ path: pty.path, baud: 115_200 }), { clock: systemClock, log });
  return bus.board(1);
};
/** An agent in a process of its own, once its pulse runs; and its keeper. */
const startAgent = async (module: MemoryModule) => {
  const heard: string[] = [];
  agent = fork(AGENT, [pty.path], { execArgv: [] });
  agent.on('message', (text) => void heard.push(String(text)));
  await until(() => heard.includes('pulse runs'), 'the pulse of the agent');
  expect(module.coils[0]).toBe(true);
  const [keeper] = keepersOf(agent.pid);
  return { heard, keeper: keeper ?? 0 };
};

afterEach(async () => {
  await bus?.close();
  bus = undefined;
  agent?.kill('SIGKILL');
  agent = undefined;
  pty.unplug();
  logged.length = 0;
});

describe('a keeper that is a process of its own', () => {
  it('switches, reads, and times a pulse', async () => {
    const module = aModule();
    const board = openHere();
    module.inputs[2] = true;
    await eventually(() => board.pulse(1, true, Milliseconds(300)));
    expect(module.coils[1]).toBe(true);
    const askedMs = systemClock.monoMs();
    const reading = await board.readInputs(3);
    expect(reading.values).toEqual([false, false, true]);
    expect(reading.askedMs).toBeGreaterThanOrEqual(askedMs);
    expect(reading.askedMs).toBeLessThanOrEqual(systemClock.monoMs());
    await until(() => module.coils[1] === false, 'the end of the pulse');
  });

  it('brings back at once what a killed agent held, and ends', async () => {
    const module = aModule();
    const { keeper } = await startAgent(module);
    const fromMs = systemClock.monoMs();
    agent?.kill('SIGKILL');
    await until(() => module.coils[0] === false, 'the relay to come back');
    expect(systemClock.monoMs() - fromMs).toBeLessThan(2_000);
    await until(() => !isThere(keeper), 'the end of the keeper');
  });

  it('lets nobody take it by a signal while its agent lives', async () => {
    const module = aModule();
    const { keeper } = await startAgent(module);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(keeper, signal);
    await sleep(systemClock, Milliseconds(300));
    expect([isThere(keeper), module.coils[0]]).toEqual([true, true]);
  });

  it('ends pulses when its agent stops in order, and is gone before the agent has closed', async () => {
    const module = aModule();
    const { heard, keeper } = await startAgent(module);
    agent?.send('close');
    await until(() => heard.includes('closed'), 'the close of the agent');
    expect([isThere(keeper), module.coils[0]]).toEqual([false, false]);
  });

  it('is started again when it is killed: the board was gone, and obeys again', async () => {
    const module = aModule();
    const board = openHere();
    await eventually(() => board.set(0, true));
    const [first = 0] = keepersOf(process.pid);
    process.kill(first, 'SIGKILL');
    await until(() => logged.includes('the keeper of a bus ended; it is started again'), 'the end of the keeper');
    await expect(board.readCoils(1)).rejects.toMatchObject({ reason: 'gone' });
    await eventually(() => board.set(0, false));
    expect(module.coils[0]).toBe(false);
    const [second = 0] = keepersOf(process.pid);
    expect(second).not.toBe(first);
  });

  it('gets nothing of its agent’s environment, and no word of its configuration on its command line', async () => {
    aModule();
    process.env.GATEHOUSE_TEST_SECRET = 'sesame';
    const board = openHere();
    delete process.env.GATEHOUSE_TEST_SECRET;
    await eventually(() => board.readCoils(1));
    const [keeper] = keepersOf(process.pid);
    const environment = readFileSync(`/proc/${keeper}/environ`, 'utf8');
    expect(environment).toContain('MALLOC_ARENA_MAX');
    expect(environment).not.toContain('sesame');
    expect(readFileSync(`/proc/${keeper}/cmdline`, 'utf8')).not.toContain(pty.path);
  });
});
