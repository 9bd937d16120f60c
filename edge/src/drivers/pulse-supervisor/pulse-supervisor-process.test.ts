// @module-tag exhaustive
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { machineClock, systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { patiently } from '../calls.kit.ts';
import type { Bus } from '../driver.ts';
import { numato } from '../numato/driver.ts';
import { createMemoryModule, type MemoryModule } from '../numato/memory-module.ts';
import { openPty, type Pty } from '../serial/pty.ts';
import type { FromPulseSupervisor, ToPulseSupervisor } from './messages.ts';

const PULSE_SUPERVISOR = fileURLToPath(new URL('./pulse-supervisor-main.ts', import.meta.url));
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
/** The children of a process, by the kernel's own list. */
const childrenOf = (pid: number | undefined): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const pulseSupervisorsOf = (pid: number | undefined): number[] =>
  childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('gatehouse-pulse-supervisor'),
  );
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
/** An agent in a process of its own, once its pulse runs; and its pulse supervisor. */
const startAgent = async (module: MemoryModule, seconds = 30) => {
  const heard: string[] = [];
  agent = fork(AGENT, [pty.path, String(seconds)], { execArgv: [] });
  agent.on('message', (text) => void heard.push(String(text)));
  await until(() => heard.includes('pulse runs'), 'the pulse of the agent');
  expect(module.coils[0]).toBe(true);
  const [pulseSupervisor] = pulseSupervisorsOf(agent.pid);
  return { heard, pulseSupervisor: pulseSupervisor ?? 0 };
};

afterEach(async () => {
  await bus?.close();
  bus = undefined;
  agent?.kill('SIGKILL');
  agent = undefined;
  pty.unplug();
  logged.length = 0;
});

describe('a pulse supervisor that is a process of its own', () => {
  it('switches, reads, and times a pulse', async () => {
    const module = aModule();
    const board = openHere();
    module.inputs[2] = true;
    await patiently(() => board.pulse(1, true, Milliseconds(300)));
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
    const { pulseSupervisor } = await startAgent(module);
    const fromMs = systemClock.monoMs();
    agent?.kill('SIGKILL');
    await until(() => module.coils[0] === false, 'the relay to come back');
    expect(systemClock.monoMs() - fromMs).toBeLessThan(2_000);
    await until(() => !isThere(pulseSupervisor), 'the end of the pulse supervisor');
  });

  it('ends a pulse on time although its agent stands still', async () => {
    const module = aModule();
    await startAgent(module, 2);
    agent?.kill('SIGSTOP');
    const fromMs = systemClock.monoMs();
    await until(() => module.coils[0] === false, 'the end of the pulse');
    expect(systemClock.monoMs() - fromMs).toBeLessThan(3_000);
  });

  it('lets nobody take it by a signal while its agent lives', async () => {
    const module = aModule();
    const { pulseSupervisor } = await startAgent(module);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pulseSupervisor, signal);
    await sleep(systemClock, Milliseconds(300));
    expect([isThere(pulseSupervisor), module.coils[0]]).toEqual([true, true]);
  });

  it('ends pulses when its agent stops in order, and is gone before the agent has closed', async () => {
    const module = aModule();
    const { heard, pulseSupervisor } = await startAgent(module);
    agent?.send('close');
    await until(() => heard.includes('closed'), 'the close of the agent');
    expect([isThere(pulseSupervisor), module.coils[0]]).toEqual([false, false]);
  });

  it('is started again when it is killed: the board was gone, and obeys again', async () => {
    const module = aModule();
    const board = openHere();
    await patiently(() => board.set(0, true));
    const [first = 0] = pulseSupervisorsOf(process.pid);
    process.kill(first, 'SIGKILL');
    await until(
      () => logged.includes('the pulse supervisor of a bus ended; it is started again'),
      'the end of the pulse supervisor',
    );
    await expect(board.readCoils(1)).rejects.toMatchObject({ reason: 'gone' });
    await patiently(() => board.set(0, false));
    expect(module.coils[0]).toBe(false);
    const [second = 0] = pulseSupervisorsOf(process.pid);
    expect(second).not.toBe(first);
  });

  it('brings back what it holds before it falls over something that it cannot read', async () => {
    const module = aModule();
    const pulseSupervisor = fork(PULSE_SUPERVISOR, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    agent = pulseSupervisor; // So that it is ended whatever happens.
    const heard: FromPulseSupervisor[] = [];
    pulseSupervisor.on('message', (message) => void heard.push(message as FromPulseSupervisor));
    const ended = new Promise<number | null>((resolve) => void pulseSupervisor.on('exit', resolve));
    const say = (message: ToPulseSupervisor) => void pulseSupervisor.send(message);
    say({ do: 'open', kind: 'numato', config: { path: pty.path, baud: 115_200 } });
    await until(() => heard.some(({ is }) => is === 'ready'), 'the pulse supervisor to be ready');
    const pulse = { do: 'pulse', unit: 1, channel: 0, energised: true, forMs: 30_000 } as const;
    for (let id = 1; !module.coils[0]; id++) {
      say({ ...pulse, id, notAfterMs: machineClock.monoMs() + 1_000 });
      await until(() => heard.some((message) => 'id' in message && message.id === id), 'an answer');
    }
    pulseSupervisor.send(null as never);
    expect(await ended).toBe(1);
    expect(module.coils[0]).toBe(false);
  });

  it('refuses an order whose moment has passed on the clock of the machine', async () => {
    const module = aModule();
    const board = openHere();
    await patiently(() => board.readCoils(1));
    // The agent stands still after the order has left, and asks again as it finds out: this time it may no longer.
    let asked = 0;
    const mayWrite = () => asked++ === 0;
    const pulseSupervisor = pulseSupervisorsOf(process.pid)[0] ?? 0;
    process.kill(pulseSupervisor, 'SIGSTOP');
    const late = board.set(3, true, { mayWrite }).catch((error: unknown) => error);
    await sleep(systemClock, Milliseconds(300));
    process.kill(pulseSupervisor, 'SIGCONT');
    expect(await late).toMatchObject({ reason: 'expired', sent: false });
    expect([asked, module.coils[3]]).toEqual([2, false]);
  });

  it('gets nothing of its agent’s environment, and no word of its configuration on its command line', async () => {
    aModule();
    process.env.GATEHOUSE_TEST_SECRET = 'sesame';
    const board = openHere();
    delete process.env.GATEHOUSE_TEST_SECRET;
    await patiently(() => board.readCoils(1));
    const [pulseSupervisor] = pulseSupervisorsOf(process.pid);
    const environment = readFileSync(`/proc/${pulseSupervisor}/environ`, 'utf8');
    expect(environment).toContain('MALLOC_ARENA_MAX');
    expect(environment).not.toContain('sesame');
    expect(readFileSync(`/proc/${pulseSupervisor}/cmdline`, 'utf8')).not.toContain(pty.path);
  });
});
