import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { viewOf } from './jobs.endpoints.ts';
import type { JobsService } from './jobs.service.ts';

const one = z.strictObject({ jobId: z.string().max(40) });

/** Orders of whoever runs the machine: jobs are looked at, and dead ones tried again or discarded. */
export const jobCommands = ({
  db,
  jobs,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly jobs: Pick<JobsService, 'list' | 'retry' | 'discard'>;
}): Readonly<Record<string, ControlCommand>> => ({
  jobs: controlCommand({
    body: z.strictObject({
      state: z.enum(['queued', 'running', 'done', 'dead']).optional(),
      kind: z.string().max(80).optional(),
      after: z.string().max(40).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    run: async ({ after, limit, ...filter }) => {
      const page = await db.read((tx) => jobs.list(tx, filter, { after, limit }));
      return { ...page, jobs: page.jobs.map(viewOf) };
    },
  }),
  'retry-job': controlCommand({
    body: one,
    run: async ({ jobId }) => ({ job: viewOf(await db.write((tx) => jobs.retry(tx, jobId))) }),
  }),
  'discard-job': controlCommand({
    body: one,
    run: async ({ jobId }) => {
      await db.write((tx) => jobs.discard(tx, jobId));
      return { discarded: jobId };
    },
  }),
});
