import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type DbSyncService, RUN_SYNC } from './db-sync.service.ts';

const Payload = z.strictObject({ runId: z.string() });

/** The second attempt is that of another process: it notes that the first has died. */
export const runSyncJob = (dbSync: Pick<DbSyncService, 'carryOut'>): JobKind<z.infer<typeof Payload>> => ({
  name: RUN_SYNC,
  payload: Payload,
  atOnce: 1,
  attempts: 3,
  lease: Minutes(1),
  run: ({ runId }, { signal }) => dbSync.carryOut(runId, signal),
});
