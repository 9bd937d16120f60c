import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openPty, type Pty } from '@gatehouse/edge/drivers/serial/pty.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, describe, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { isAlive } from '../kit/processes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MARK = 'GATEHOUSE_TEST_RUN';
/** Every process that descends from one that was started with this mark, whoever its parent is now. */
const marked = (run: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const named = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${MARK}=${run}\0`);
        return named && isAlive(Number(pid)) ? [Number(pid)] : [];
      } catch {
        return []; // Ended since it was listed.
      }
    });

/** How the end comes, to a launcher whose process group is its own; and how many milliseconds after the start. */
const ENDS: Readonly<Record<string, (launcher: ChildProcess) => void>> = {
  'SIGTERM to the whole group': ({ pid = 0 }) => process.kill(-pid, 'SIGTERM'),
  'SIGTERM to the launcher': (launcher) => launcher.kill('SIGTERM'),
  'the launcher killed': (launcher) => launcher.kill('SIGKILL'),
};
const LATEST_MS = 4_500;

describe('D9 whatever moment of its start it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stops-'));
  const runs: string[] = [];
  afterAll(() => {
    for (const pid of runs.flatMap(marked)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it.concurrent.each(Object.entries(ENDS))('after %s no process of the demo is left within 5 s', async (_, end) => {
    const run = randomUUID();
    runs.push(run);
    const launcher = spawn(
      process.execPath,
      ['bin/launch.mjs', 'cli/src/main.ts', 'demo', '--data', join(folder, run)],
      {
        cwd: ROOT,
        detached: true,
        stdio: 'ignore',
        env: { ...process.env, [MARK]: run },
      },
    );
    const after = randomInt(50, LATEST_MS);
    await sleep(systemClock, Milliseconds(after));
    end(launcher);
    await eventually(() => marked(run).length === 0, `all have ended after ${after} ms`, Seconds(5));
  });
});

/** A pulse supervisor inherits nothing of its agent's environment: both are found by their group. */
const inGroup = (group: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, of] = /\) \S \d+ (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return Number(of) === group && isAlive(Number(pid)) ? [Number(pid)] : [];
      } catch {
        return []; // Ended since it was listed.
      }
    });

describe('D9 whatever moment of its own start or work it is', () => {
  const AGENT = resolve(ROOT, 'edge/src/drivers/pulse-supervisor/agent-program.kit.ts');
  const boards: Pty[] = [];
  const groups: number[] = [];
  afterAll(() => {
    for (const pid of groups.flatMap(inGroup)) process.kill(pid, 'SIGKILL');
    for (const board of boards) board.unplug();
  });
  const isPulseSupervisor = (pid: number): boolean => {
    try {
      return /pulse-supervisor-main|gatehouse-pulse-supervisor/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  };

  it.concurrent.each([
    ['SIGTERM to the whole group', 'while it starts', 400],
    ['SIGTERM to the whole group', 'while its board says nothing', 2_500],
    ['the launcher killed', 'while it starts', 400],
    ['the launcher killed', 'while its board says nothing', 2_500],
  ] as const)('after %s no pulse supervisor is left within 5 s, %s', async (how, _when, latestMs) => {
    const board = openPty();
    boards.push(board);
    const agent = fork(AGENT, [board.path], { detached: true, execArgv: process.execArgv, stdio: 'ignore' });
    const group = agent.pid ?? 0;
    groups.push(group);
    await eventually(() => inGroup(group).some(isPulseSupervisor), 'there is a pulse supervisor', Seconds(20));
    const after = randomInt(0, latestMs);
    await sleep(systemClock, Milliseconds(after));
    ENDS[how]?.(agent);
    await eventually(() => inGroup(group).length === 0, `all have ended after ${after} ms`, Seconds(5));
  });
});
