import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { startJobRunner } from './job-runner.ts';
import { createJobsService } from './jobs.service.ts';

const PROGRAM = fileURLToPath(new URL('./testing/job-process.ts', import.meta.url));
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

it.each(ENGINES)(
  'on $name what a killed replica was at is done by another once its leases end',
  async ({ freshUrl }) => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const jobs = createJobsService({ db, clock: systemClock, random: systemRandom });
    await db.write(async (tx) => {
      for (let n = 0; n < 5; n++) await jobs.enqueue(tx, 'test.endless', { n });
    });
    const replica = fork(PROGRAM, [url], { execArgv: [] });
    const gone = once(replica, 'exit');
    const begun = new Set<number>();
    await new Promise<void>((resolve, reject) => {
      replica.once('exit', () => reject(new Error('the replica ended by itself')));
      replica.on('message', (n: number) => {
        if (begun.add(n).size === 5) resolve();
      });
    });
    replica.kill('SIGKILL');
    await gone;

    const did: number[] = [];
    const kind = {
      name: 'test.endless',
      payload: z.strictObject({ n: z.number() }),
      run: async ({ n }: { n: number }) => void did.push(n),
    };
    const survivor = (wallMs: () => number) =>
      startJobRunner({
        db,
        clock: systemClock,
        time: { wallMs },
        random: systemRandom,
        log: quiet,
        jobs,
        kinds: [kind],
        replica: 'r-survivor',
      });
    const early = survivor(() => systemClock.wallMs());
    await early.settled();
    await early.close();
    expect(did).toEqual([]);
    const late = survivor(() => systemClock.wallMs() + 61_000);
    await late.settled();
    await late.close();
    expect(did.toSorted()).toEqual([0, 1, 2, 3, 4]);
    const rows = await db.read((tx) => tx.selectFrom('job').selectAll().execute());
    expect(rows.every(({ state, attempt }) => state === 'done' && attempt === 2)).toBe(true);
  },
);
