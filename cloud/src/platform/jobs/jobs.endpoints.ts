import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { jobsFaults } from './jobs.faults.ts';
import type { Job, JobsService } from './jobs.service.ts';

export interface JobsEndpointsDeps {
  readonly jobs: Pick<JobsService, 'list' | 'retry' | 'discard'>;
}

const States = z.enum(['queued', 'running', 'done', 'dead']);
export const JobId = z.string().max(40).describe('The `jobId` of the list.');
const count = z.int().nonnegative();
export const JobView = z
  .object({
    jobId: z.string(),
    kind: z.string().meta({ description: 'What is done: the module, and the work.' }),
    key: z.string().nullable().meta({ description: 'There is one open job of a kind for each key.' }),
    state: States,
    attempt: count.meta({ description: 'How often it was begun.' }),
    dueAt: z.iso.datetime(),
    leasedBy: z.string().nullable().meta({ description: 'The replica that runs it.' }),
    leaseUntil: z.iso.datetime().nullable(),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt that failed did.' }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });

export const viewOf = ({ id, ...job }: Job): z.infer<typeof JobView> => ({
  jobId: id,
  ...job,
  dueAt: isoOf(job.dueAt),
  leaseUntil: job.leaseUntil === null ? null : isoOf(job.leaseUntil),
  createdAt: isoOf(job.createdAt),
  finishedAt: job.finishedAt === null ? null : isoOf(job.finishedAt),
});

export const A_JOB: z.input<typeof JobView> = {
  jobId: 'job_0123456789abcdef',
  kind: 'mail.send',
  key: 'eml_0123456789abcdef',
  state: 'dead',
  attempt: 10,
  dueAt: '2026-01-01T11:30:00.000Z',
  leasedBy: null,
  leaseUntil: null,
  lastError: 'connect ECONNREFUSED 192.0.2.25:587',
  createdAt: '2026-01-01T09:30:00.000Z',
  finishedAt: '2026-01-01T11:30:05.000Z',
};
const OF_A_JOB = { jobId: A_JOB.jobId };
const gate = { needs: 'platform-admin', in: 'platform' } as const;

export const listJobs = platformEndpoint<JobsEndpointsDeps>()({
  id: 'jobs.list',
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'List background jobs',
  description:
    'What is queued, runs, was done in the last days, or is dead: a job whose last attempt failed. The newest first. `counts` says how many there are in each state, of the kind that was asked for or of all.',
  gate,
  query: z.strictObject({
    state: States.optional().describe('Only jobs in this state.'),
    kind: z.string().min(1).max(80).optional().describe('Only jobs that do this, such as `mail.send`.'),
    ...pagesOf({ of: 'job' }),
  }),
  success: {
    status: 200,
    description: 'A page of jobs.',
    schema: pageSchema(JobView).extend({
      counts: z.object({ queued: count, running: count, done: count, dead: count }),
    }),
  },
  examples: {
    query: { state: 'dead' },
    success: { data: [A_JOB], next: null, counts: { queued: 2, running: 1, done: 340, dead: 1 } },
  },
  faults: {},
  handle: async ({ jobs }, { query: { after, limit, ...filter } }, { read }) => {
    const { jobs: found, ...page } = await read((tx) => jobs.list(tx, filter, { after, limit }));
    return { data: found.map(viewOf), ...page };
  },
});

export const retryJob = platformEndpoint<JobsEndpointsDeps>()({
  id: 'jobs.retry',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/retry',
  summary: 'Try a dead job again',
  description: 'Puts a dead job back into the queue, due now, with all its attempts before it.',
  gate,
  params: z.object({ jobId: JobId }),
  success: { status: 200, description: 'The job, queued.', schema: JobView },
  examples: {
    params: OF_A_JOB,
    success: {
      ...A_JOB,
      state: 'queued',
      attempt: 0,
      dueAt: '2026-01-02T08:00:00.000Z',
      lastError: null,
      finishedAt: null,
    },
  },
  faults: jobsFaults,
  audit: { event: 'job.retry', target: ({ params }) => params.jobId },
  handle: async ({ jobs }, { params }, { tx }) => {
    const job = await jobs.retry(tx, params.jobId);
    return viewOf(job);
  },
});

export const discardJob = platformEndpoint<JobsEndpointsDeps>()({
  id: 'jobs.discard',
  method: 'POST',
  path: '/api/admin/jobs/:jobId/discard',
  summary: 'Discard a dead job',
  description: 'Forgets a dead job: what it was to do will not be done. The audit keeps who decided so.',
  gate,
  params: z.object({ jobId: JobId }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ jobId: z.string() }) },
  examples: { params: OF_A_JOB, success: OF_A_JOB },
  faults: { job_unknown: jobsFaults.job_unknown, job_not_dead: jobsFaults.job_not_dead },
  audit: { event: 'job.discard', target: ({ params }) => params.jobId },
  handle: async ({ jobs }, { params }, { tx }) => {
    await jobs.discard(tx, params.jobId);
    return { jobId: params.jobId };
  },
});
