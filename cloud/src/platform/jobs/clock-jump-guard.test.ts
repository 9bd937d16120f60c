import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createAuditService } from '../audit/audit.service.ts';
import { anEntry, store } from '../audit/testing/entries.ts';
import { clockJumpGuard } from './clock-jump-guard.ts';
import { RetryLater } from './job-kind.ts';
import { createJobsService, type JobsService } from './jobs.service.ts';

describe.each(ENGINES)('hourly work that a wrong clock would turn into harm on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let jobs: JobsService;
  const said: string[] = [];
  const log = { error: (_detail: unknown, text: string) => void said.push(text) };
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock('2026-05-04T12:00:00.000Z');
    jobs = createJobsService({ db, clock, random: systemRandom });
    said.length = 0;
  });
  /** One start of the cloud. */
  const aProcess = () => {
    const ran: number[] = [];
    const { oldest } = createAuditService({ db, clock, log: { info: () => undefined } });
    const run = clockJumpGuard({ clock, jobs, oldest, log })('test.sweep', async () => ran.push(clock.wallMs()));
    return { ran, sweep: () => run(new AbortController().signal) };
  };
  const wasDone = async () => {
    const id = await db.write((tx) => jobs.enqueue(tx, 'test.sweep', {}));
    const done = { state: 'done' as const, finished_at: clock.wallMs() };
    await db.write((tx) => tx.updateTable('job').set(done).where('id', '=', id).execute());
  };

  it('runs where it ran an hour ago, and where it never ran', async () => {
    const { ran, sweep } = aProcess();
    await sweep();
    await wasDone();
    await clock.advance(Hours(1));
    await sweep();
    expect(ran).toHaveLength(2);
    expect(said).toEqual([]);
  });

  it('waits after the clock leapt, goes on once it is set right, and believes it after a day', async () => {
    await wasDone();
    clock.jumpWall(Days(400));
    const { ran, sweep } = aProcess();
    await expect(sweep()).rejects.toBeInstanceOf(RetryLater);
    expect(said).toEqual([expect.stringContaining('nothing is forgotten')]);
    clock.jumpWall(Seconds(-400 * 86_400));
    await sweep();
    expect(ran).toHaveLength(1);

    clock.jumpWall(Days(30));
    await expect(sweep()).rejects.toBeInstanceOf(RetryLater);
    await clock.advance(Hours(24));
    await sweep();
    expect(ran).toHaveLength(2);
  });

  it('that never ran waits where the database is older than the clock lets it be believed, over restarts too', async () => {
    await store(db, [anEntry({ at: clock.wallMs() })]);
    await clock.advance(Hours(1));
    const first = aProcess();
    await first.sweep();
    expect(first.ran).toHaveLength(1);

    clock.jumpWall(Days(3_000));
    for (const { ran, sweep } of [aProcess(), aProcess()]) {
      await store(db, [anEntry({ at: clock.wallMs() })]);
      await expect(sweep()).rejects.toBeInstanceOf(RetryLater);
      expect(ran).toEqual([]);
    }
    clock.jumpWall(Seconds(-3_000 * 86_400));
    const right = aProcess();
    await right.sweep();
    expect(right.ran).toHaveLength(1);
  });
});
