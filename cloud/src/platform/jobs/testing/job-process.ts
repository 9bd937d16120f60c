import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { openDatabase } from '../../../kit/db/open-database.ts';
import { startJobRunner } from '../job-runner.ts';
import { createJobsService } from '../jobs.service.ts';

/** A replica for the tests to kill: runs jobs that never end, and says over its channel to the parent which it has begun. */
const [url = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const db = await openDatabase(url, { clock: systemClock, log });

startJobRunner({
  db,
  clock: systemClock,
  time: db.engine === 'postgres' ? 'database' : systemClock,
  random: systemRandom,
  log,
  jobs: createJobsService({ db, clock: systemClock, random: systemRandom }),
  replica: `r-${process.pid}`,
  kinds: [
    {
      name: 'test.endless',
      payload: z.strictObject({ n: z.number() }),
      run: ({ n }: { n: number }) => {
        process.send?.(n);
        return new Promise(() => undefined);
      },
    },
  ],
});
