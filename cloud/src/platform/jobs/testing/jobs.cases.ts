import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

/** A job whose last attempt failed. */
const aDeadJob = ({ world }: PlatformApi): Promise<string> =>
  world.db.write(async (tx) => {
    const id = await world.jobs.enqueue(tx, 'test.dead', {});
    await tx
      .updateTable('job')
      .set({ state: 'dead', attempt: 10, last_error: 'it failed', finished_at: 0 })
      .where('id', '=', id)
      .execute();
    return id;
  });

const ofADeadJob = async (api: PlatformApi) => ({ params: { jobId: await aDeadJob(api) } });

export const jobsCases: PlatformCases = {
  'jobs.list': async () => ({ query: { state: 'dead', kind: 'test.dead', limit: '10' } }),
  'jobs.retry': ofADeadJob,
  'jobs.discard': ofADeadJob,
};
