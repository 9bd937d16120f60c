import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';

/** A payment that failed at a club. Times in ms since 1970. */
export interface FailedPayment {
  readonly facilityId: FacilityId;
  /** The payment, as whoever takes payments knows it: the same for ever, and of this facility alone. */
  readonly paymentId: string;
  /** In the smallest unit of the currency. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Why, in the word of the payment provider, such as `card_declined`. */
  readonly code: string;
  readonly failedAt: number;
  /** When it was paid after all; null while it was not. */
  readonly resolvedAt: number | null;
}

export interface FailedSince {
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/**
 * Which payments failed at any club within a time, in pages of 1,000 at most. Asked by a job, outside of any unit of work, so its
 * answer may ask a provider; where it throws, the job tries again later. Without somebody who takes payments none has failed.
 */
export const failedSince = question<
  (asked: FailedSince) => Promise<{ readonly payments: readonly FailedPayment[]; readonly next: string | null }>
>('failed-payments.failedSince', async () => ({ payments: [], next: null }));

/** As the feed of an organisation tells it. */
export interface PaymentFailed {
  readonly facilityId: FacilityId;
  readonly type: 'payment.failed';
  readonly occurredAt: number;
  readonly data: Readonly<Pick<FailedPayment, 'paymentId' | 'amountMinor' | 'currency' | 'code'>>;
}

/** A payment failed that was not known of: told once of each, in the unit that keeps it. */
export const paymentFailed = event<[tx: Tx, failed: PaymentFailed]>('failed-payments.failed');
