import { platformTopic } from '../live/live.ports.ts';
import { A_JOB, JobId, JobView, viewOf } from './jobs.endpoints.ts';
import { jobsFault, jobsFaults } from './jobs.faults.ts';
import type { JobsService } from './jobs.service.ts';

export const jobTopic = platformTopic<{ readonly jobs: Pick<JobsService, 'find'> }>()({
  topic: 'job',
  summary: 'Watch a job',
  description: 'How it stands, then each change, until it is forgotten.',
  gate: { needs: 'platform-admin', in: 'platform' },
  param: 'jobId',
  key: JobId,
  schema: JobView,
  example: A_JOB,
  find: async ({ jobs }, tx, { key }) => {
    if ((await jobs.find(tx, key)) === undefined) throw jobsFault('job_unknown', 'There is no such job.');
  },
  faults: { job_unknown: jobsFaults.job_unknown },
  entryId: 'jobId',
  now: async ({ jobs }, tx, key) => {
    const job = await jobs.find(tx, key);
    return { entries: job === undefined ? [] : [viewOf(job)] };
  },
});
