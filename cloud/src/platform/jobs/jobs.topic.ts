import { z } from 'zod';
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
  graph: { field: 'job', own: 'jobs' },
  entryId: 'jobId',
  now: async ({ jobs }, tx, key) => {
    const job = await jobs.find(tx, key);
    return { entries: job === undefined ? [] : [viewOf(job)] };
  },
});

/** So many of the newest are shown. */
const NEWEST = 200;
/** The key under which those of every kind are shown. */
const EVERY_KIND = 'all';

export const jobsTopic = platformTopic<{ readonly jobs: Pick<JobsService, 'newest'> }>()({
  topic: 'jobs',
  summary: 'Watch background jobs',
  description: `The newest ${NEWEST} jobs of a kind, or of \`${EVERY_KIND}\`, as they stand; then each that is new, changes, or is among them no more.`,
  gate: { needs: 'platform-admin', in: 'platform' },
  param: 'kind',
  key: z.string().min(1).max(80).describe('What is done, such as `mail.send`.'),
  schema: JobView,
  example: A_JOB,
  graph: {
    field: 'jobs',
    own: 'jobs',
    usualKey: EVERY_KIND,
    filters: { states: { of: 'state', description: 'Only jobs in one of these states.' } },
  },
  entryId: 'jobId',
  now: async ({ jobs }, tx, key) => ({
    entries: (await jobs.newest(tx, key === EVERY_KIND ? undefined : key, NEWEST)).map(viewOf),
  }),
});
