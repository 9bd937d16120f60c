import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { readPaymentReference } from '../billing/billing.module.ts';
import { createPayables, type FindsPayables, type Payable } from './payable.ts';
import { paymentsFault } from './payments.faults.ts';
import { paymentsRepo } from './payments.repo.ts';

const PAID_AHEAD_AT_MOST = Days(1);

export const Payment = z.object({
  reference: z.string(),
  amountCents: z.int().optional(),
  paidAt: z.int().optional(),
  source: z.string().optional(),
  notes: z.string().optional(),
  force: z.boolean(),
});
export type Payment = z.output<typeof Payment>;
const AskedMatch = Payment.extend({ by: z.string() });

interface Who {
  /** As the books name them. */
  readonly by: string;
  /** Who it really is, whoever they act as. */
  readonly actor: string;
}
export interface PaymentsDeps extends FindsPayables {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly billing: FindsPayables['billing'] & {
    readonly approvals: Pick<BillingService['approvals'], 'ask' | 'isNeeded'>;
  };
}
export type PaymentsService = ReturnType<typeof createPaymentsService>;

/** Payments that came in, and what they pay. */
export const createPaymentsService = (deps: PaymentsDeps) => {
  const { clock, random, billing } = deps;
  const findPayable = createPayables(deps);

  const referenceIn = (text: string): string => {
    const read = readPaymentReference(text);
    if ('reference' in read) return read.reference;
    throw read.misread === 'form'
      ? wrongField('body.reference', 'form', 'must have the form XXXX-XXXX, of digits and letters but U')
      : wrongField('body.reference', 'check', 'is mistyped: its check letter does not fit');
  };
  const paidAtOf = ({ paidAt }: Payment): number => {
    const at = paidAt === undefined ? clock.wallMs() : paidAt * 1_000;
    if (at > clock.wallMs() + PAID_AHEAD_AT_MOST)
      throw wrongField('body.paidAt', 'too_late', 'may lie a day ahead at most');
    return at;
  };

  const viewOf = (payable: Payable, more: { readonly approvalId: string | null; readonly receivedCents: number }) => {
    const { kind, id, ownerKey, expectedCents } = payable;
    return { kind, payableId: id, ownerKey: ownerKey as string, expectedCents, ...more };
  };
  const asBefore = (payable: Payable, { receivedCents, transferId, at }: NonNullable<Payable['settled']>) => ({
    ...viewOf(payable, { approvalId: null, receivedCents }),
    status: 'already-settled' as const,
    transferId,
    settledAt: isoOf(at),
  });

  /** Throws what has to be forced, and is not. */
  const isForced = ({ cancelled, expectedCents }: Payable, receivedCents: number, force: boolean): boolean => {
    if (cancelled && !force) throw paymentsFault('reference_cancelled', 'The invoice of this reference was cancelled.');
    if (receivedCents !== expectedCents && !force)
      throw paymentsFault('amount_mismatch', `${expectedCents} were expected, and ${receivedCents} came.`);
    return cancelled || receivedCents !== expectedCents;
  };

  const match = async (tx: Tx, payment: Payment, { by, actor }: Who, approved = false) => {
    const reference = referenceIn(payment.reference);
    const paidAt = paidAtOf(payment);
    const find = async () => {
      const found = await findPayable(tx, reference);
      if (found === undefined) throw paymentsFault('reference_unknown', 'Nothing is paid by this reference.');
      return found;
    };
    // Whoever cancels or settles it at the same moment may be first: then it is looked at once more.
    for (let looks = 0; looks < 3; looks++) {
      const payable = await find();
      if (payable.settled !== null) return asBefore(payable, payable.settled);
      const cents = payment.amountCents ?? payable.expectedCents;
      const forced = isForced(payable, cents, payment.force);
      if (forced && !approved && billing.approvals.isNeeded(cents)) {
        const asked = { ...payment, reference, amountCents: cents, paidAt: Math.floor(paidAt / 1_000), by };
        const { ownerKey } = payable;
        const approvalId = await billing.approvals.ask(tx, {
          kind: 'match',
          ownerKey,
          amountCents: cents,
          asked,
          by: actor,
        });
        const waits = { status: 'awaiting-approval' as const, transferId: null, settledAt: null };
        return { ...viewOf(payable, { approvalId, receivedCents: cents }), ...waits };
      }
      const settled = await payable.settle(tx, { cents, paidAt, by });
      if (settled === undefined) continue;
      const { transferId } = settled;
      const at = clock.wallMs();
      await paymentsRepo(tx).insert({
        ...{ id: randomId('pmt', random, at), reference, kind: payable.kind, about_id: payable.id },
        ...{ expected_cents: payable.expectedCents, received_cents: cents, paid_at: paidAt },
        ...{ source: payment.source ?? null, notes: payment.notes ?? null, forced: forced ? 1 : 0 },
        ...{ matched_by: by, matched_at: at, transfer_id: transferId },
      });
      const view = viewOf(payable, { approvalId: null, receivedCents: cents });
      return { ...view, status: 'settled' as const, transferId, settledAt: isoOf(at) };
    }
    throw new Bug(`${reference} is open, and cannot be settled`);
  };

  return {
    /** Matches a payment to what its reference pays: settled once, however often and by whoever it is asked. */
    match: (tx: Tx, payment: Payment, who: Who) => match(tx, payment, who),

    /** What a reference pays, in its right form; undefined where it was never given out. */
    find: findPayable,

    /** A forced match that a second person has approved. */
    matchApproved: async (tx: Tx, asked: unknown, actor: string): Promise<{ readonly transferId: string | null }> => {
      const { by, ...payment } = AskedMatch.parse(asked);
      return match(tx, payment, { by, actor }, true);
    },
  };
};
