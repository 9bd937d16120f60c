import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
