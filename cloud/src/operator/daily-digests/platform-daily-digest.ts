import type { BillingService } from '../../commerce/billing/billing.module.ts';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import type { FailedTopups } from '../../commerce/payproc/failed-topups.ts';
import type { Unmatched } from '../../commerce/statements/unmatched.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.service.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { JobsService } from '../../platform/jobs/jobs.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import { countedIn, type DailyDigestPeriod, SILENT_AFTER } from './facility-daily-digest.ts';

/** How the database grew within the last day. */
interface Growth {
  readonly bytes: number;
  readonly grownBytes: number;
  readonly since: number;
  readonly isFast: boolean;
}

export interface PlatformDailyDigestDeps {
  readonly db: Pick<Database, 'read'>;
  readonly jobs: Pick<JobsService, 'deadByKind'>;
  readonly audit: Pick<AuditService, 'faults'>;
  readonly webhooks: Pick<WebhooksService, 'disabledAnywhere'>;
  readonly boxes: Pick<BoxesService, 'silent'>;
  readonly unmatched: Pick<Unmatched, 'count'>;
  readonly billing: { readonly approvals: Pick<BillingService['approvals'], 'count'> };
  readonly ledger: Pick<LedgerService, 'countFrozen'>;
  readonly failedTopups: Pick<FailedTopups, 'count'>;
  readonly growth: { readonly read: (tx: Tx) => Promise<Growth | undefined> };
}
export type PlatformDailyDigest = Awaited<ReturnType<typeof platformDailyDigest>>;

const COUNTED_MAX = 10_000;
const SHOWN_MAX = 100;

/** What there is to say of the platform itself: what is so now, and what has happened since `from`. */
export const platformDailyDigest = (deps: PlatformDailyDigestDeps, period: DailyDigestPeriod) =>
  deps.db.read(async (tx) => {
    const { from, to } = period;
    const silent = await deps.boxes.silent(tx, to - SILENT_AFTER, SHOWN_MAX);
    const webhooks = await deps.webhooks.disabledAnywhere(tx, SHOWN_MAX);
    const growth = await deps.growth.read(tx);
    return {
      from,
      to,
      deadJobs: await deps.jobs.deadByKind(tx, COUNTED_MAX),
      faults: await deps.audit.faults(tx, countedIn(period), COUNTED_MAX),
      disabledWebhooks: webhooks.map((webhook) => ({ ...webhook, isNew: webhook.disabledAt >= from })),
      fastGrowth: growth?.isFast ? growth : null,
      money: {
        paymentsWaiting: await deps.unmatched.count(tx, COUNTED_MAX),
        approvalsWaiting: await deps.billing.approvals.count(tx, COUNTED_MAX),
        frozenAccounts: await deps.ledger.countFrozen(tx, COUNTED_MAX),
        failedTopups: await deps.failedTopups.count(tx, COUNTED_MAX),
      },
      silentBoxes: {
        count: silent.count,
        data: silent.boxes.map(({ id, facility_id, name, received_at }) => ({
          boxId: id,
          facilityId: facility_id,
          name,
          lastHeardAt: received_at === null ? null : Number(received_at),
        })),
      },
    };
  });
