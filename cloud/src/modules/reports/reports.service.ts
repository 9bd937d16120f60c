import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { OwnCall } from '../../http/endpoint.ts';
import { applyBatch, type BatchDeps } from '../../ingest/apply-batch.ts';
import type { BatchResult } from '../../ingest/batch-answer.ts';
import type { PartnerCaller } from '../partners/partners.service.ts';
import { batchKind } from './reports.batch.ts';
import { createReportsStore } from './reports.store.ts';

export interface ReportsDeps extends BatchDeps {
  readonly clock: Clock;
}
export type ReportsService = ReturnType<typeof createReportsService>;

export const createReportsService = ({ clock, ...deps }: ReportsDeps) => {
  const store = createReportsStore({ clock });
  return {
    /** Stores the snapshots of a batch; one of the same days replaces the one before. */
    push: (bytes: Uint8Array, call: OwnCall<PartnerCaller>): Promise<BatchResult> =>
      applyBatch(deps, { kind: batchKind, store }, bytes, call),
  };
};
