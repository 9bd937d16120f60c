import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { BatchResult } from '../../kit/ingest/batch-answer.ts';
import { applyBatch, type BatchDeps } from '../../partner/batches/apply-batch.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
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
