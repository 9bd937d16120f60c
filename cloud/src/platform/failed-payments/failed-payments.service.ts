import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Callable, Question } from '../../kit/modules/ports.ts';
import type { JobsService } from '../jobs/jobs.service.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import type { FailedPayment, failedSince, PaymentFailed } from './failed-payments.ports.ts';
import { type FailedPaymentRow, failedPaymentsRepo, keyOf, type Window } from './failed-payments.repo.ts';
import { createTellManagers, type TellManagersDeps } from './tell-managers.ts';

type AskOf<Q> = Q extends Question<infer Ask extends Callable> ? Ask : never;
export interface FailedPaymentsDeps extends TellManagersDeps {
  readonly db: Pick<Database, 'write'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'countEveryFacility'>;
  readonly failedSince: AskOf<typeof failedSince>;
  readonly paymentFailed: (tx: Tx, failed: PaymentFailed) => Promise<void>;
}
export type FailedPaymentsService = ReturnType<typeof createFailedPaymentsService>;

export const REFRESH = 'failed-payments.refresh';
/** There is one such run at a time: whoever asks while it is to come gets that. */
const ONE_RUN = 'all';
const REFRESHED = Days(14);
const TOLD_BY_DEFAULT = Hours(24);
const TOLD_AT_MOST = Days(31);
/** So many rows a unit of work. */
const ROWS_AT_ONCE = 100;

/** Which payments failed at clubs, as far as somebody here takes payments, and who was told. */
export const createFailedPaymentsService = (deps: FailedPaymentsDeps) => {
  const { db, clock, jobs, organisations, failedSince: ask, paymentFailed } = deps;
  const managers = createTellManagers(deps);

  const tell = (tx: Tx, { facility_id, payment_id, amount_minor, currency, code, failed_at }: FailedPaymentRow) =>
    paymentFailed(tx, {
      facilityId: facility_id,
      type: 'payment.failed',
      occurredAt: failed_at,
      data: { paymentId: payment_id, amountMinor: amount_minor, currency, code },
    });
  const keep = async (payments: readonly FailedPayment[], { from, to }: Window): Promise<void> => {
    const within = payments.filter(({ failedAt }) => failedAt >= from && failedAt < to);
    for (let at = 0; at < within.length; at += ROWS_AT_ONCE) {
      const rows = within.slice(at, at + ROWS_AT_ONCE).map((payment) => ({
        facility_id: payment.facilityId,
        payment_id: payment.paymentId,
        amount_minor: payment.amountMinor,
        currency: payment.currency,
        code: payment.code,
        failed_at: payment.failedAt,
        resolved_at: payment.resolvedAt,
      }));
      await db.write(async (tx) => {
        const known = await failedPaymentsRepo(tx).known(rows);
        await failedPaymentsRepo(tx).put(rows);
        for (const row of rows) if (row.resolved_at === null && !known.has(keyOf(row))) await tell(tx, row);
      });
    }
  };

  return {
    /** Has all of the 14 days before now looked at, by a job. */
    refresh: async (tx: Tx) => {
      const to = clock.wallMs();
      const runId = await jobs.enqueue(tx, REFRESH, { from: to - REFRESHED, to }, { key: ONE_RUN });
      return { runId, clubs: await organisations.countEveryFacility(tx) };
    },

    /** Asks whoever takes payments, page by page, and keeps what failed. May be called again for the same time. */
    look: async (window: Window, signal: AbortSignal): Promise<void> => {
      for (let after: string | null | undefined; after !== null; ) {
        signal.throwIfAborted();
        const { payments, next } = await ask({ ...window, ...(after !== undefined && { after }) });
        await keep(payments, window);
        after = next;
      }
    },

    /** What a request asks to be told of, in Unix seconds: the last 24 hours unless it says otherwise. Throws a 400. */
    windowOf: (asked: { readonly fromDate?: number | undefined; readonly toDate?: number | undefined }): Window => {
      const to = asked.toDate === undefined ? clock.wallMs() : asked.toDate * 1_000;
      const from = asked.fromDate === undefined ? to - TOLD_BY_DEFAULT : asked.fromDate * 1_000;
      if (from >= to) throw wrongField('query.fromDate', 'not_before', 'must lie before toDate');
      if (to - from > TOLD_AT_MOST)
        throw wrongField('query.fromDate', 'too_long', 'may lie 31 days before toDate at most');
      return { from, to };
    },

    plan: managers.plan,
    tell: managers.carryOut,

    forgetUser: async (tx: Tx, userId: string): Promise<void> => {
      await failedPaymentsRepo(tx).forgetUser(userId);
    },
    forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      failedPaymentsRepo(tx).removeBefore(at, limit),
  };
};
