import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { OwnCall } from '../../kit/http/endpoint.ts';
import type { BatchResult } from '../../kit/ingest/batch-answer.ts';
import { applyBatch, type BatchDeps } from '../../partner/batches/apply-batch.ts';
import type { PartnerCaller } from '../../partner/partners/partners.service.ts';
import { batchKind } from './check-ins.batch.ts';
import { createCheckInsStore } from './check-ins.store.ts';
import { storedCheckIns } from './stored-check-ins.ts';

export interface CheckInsDeps extends BatchDeps {
  readonly clock: Clock;
}
export type CheckInsService = ReturnType<typeof createCheckInsService>;

export const createCheckInsService = ({ clock, ...deps }: CheckInsDeps) => {
  const store = createCheckInsStore({ clock });
  return {
    personalDataStore: storedCheckIns,

    /** Stores the check-ins of a batch; one that is known already is updated. */
    push: (bytes: Uint8Array, call: OwnCall<PartnerCaller>): Promise<BatchResult> =>
      applyBatch(deps, { kind: batchKind, store }, bytes, call),
  };
};
