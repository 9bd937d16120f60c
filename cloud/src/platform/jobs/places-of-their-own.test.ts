import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../../kit/db/engines.ts';
import { sendMailJob } from '../mail/mail.job.ts';
import { deliverPushJob } from '../pushes/pushes.job.ts';
import { type AnyJobKind, startJobRunner } from './jobs.module.ts';
import { createJobsService } from './jobs.service.ts';

const never = () => new Promise<void>(() => undefined);
const notification = { title: 'Hello', body: 'There', url: '/' };

it.each([
  { of: 'mail', kind: sendMailJob({ carryOut: never }) as AnyJobKind, payload: { mailId: 'eml_1' } },
  {
    of: 'pushes',
    kind: deliverPushJob({ deliver: never }) as AnyJobKind,
    payload: { subscriptionId: 'psh_1', userId: 'usr_1', notification },
  },
])('work that waits for others, such as $of, keeps no other work from its turn', async ({ kind, payload }) => {
  const [engine] = ENGINES;
  const db = await (engine as (typeof ENGINES)[number]).open();
  const clock = new ManualClock();
  const jobs = createJobsService({ db, clock, random: systemRandom });
  const did: string[] = [];
  const other: AnyJobKind = { name: 'test.other', payload: z.any(), run: async () => void did.push('other') };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const runs: unknown[] = [];
  const counted: AnyJobKind = {
    ...kind,
    run: (given, job) => {
      runs.push(given);
      return kind.run(given, job);
    },
  };
  const runner = startJobRunner({
    ...{ db, clock, time: clock, random: systemRandom, log, jobs, replica: 'r-1' },
    kinds: [counted, other],
  });
  await db.write(async (tx) => {
    for (let i = 0; i < 20; i++) await jobs.enqueue(tx, kind.name, payload);
  });
  await expect.poll(() => runs.length).toBeGreaterThan(3);
  await db.write((tx) => jobs.enqueue(tx, 'test.other', {}));
  await expect.poll(() => did).toEqual(['other']);
  const closing = runner.close();
  await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0);
  await clock.advance(Seconds(10));
  await closing;
});
