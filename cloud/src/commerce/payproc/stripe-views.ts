import type Stripe from 'stripe';
import type {
  ProvidedAccount,
  ProvidedDomain,
  ProvidedIntent,
  ProvidedPayout,
  ProvidedRecord,
  ProvidedTransaction,
  TopupMarks,
} from './card-provider.ts';
import type { KeptCard, ProvidedCheckout } from './provided-checkout.ts';

/** Ours, kept with things of the provider. */
export const FACILITY_MARK = 'facility_id';
export const ATTEMPT_MARK = 'gatehouse_attempt';
export const ACCOUNT_MARK = 'gatehouse_account';
const OWNER_MARK = 'gatehouse_owner_key';
const PURPOSE_MARK = 'gatehouse_purpose';
const KIND_MARK = 'gatehouse_kind';
export const topupMarks = ({ attemptId, ownerKey, purpose, kind }: TopupMarks) => ({
  [ATTEMPT_MARK]: attemptId,
  [OWNER_MARK]: ownerKey,
  [PURPOSE_MARK]: purpose,
  [KIND_MARK]: kind,
});

const ms = (seconds: number): number => seconds * 1_000;
const currencyOf = (text: string): string => text.toUpperCase();
/** What was opened up in an answer, or nothing where only its id is there. */
const opened = <T extends object>(value: string | T | null | undefined): T | undefined =>
  typeof value === 'object' && value !== null ? value : undefined;
const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
const marked = (metadata: Readonly<Record<string, string>> | null | undefined, name: string): string | null =>
  metadata?.[name] ?? null;

export const accountView = (account: Stripe.Account): ProvidedAccount => {
  const { requirements, settings, external_accounts: banks } = account;
  const bank = banks?.data.find(({ object }) => object === 'bank_account');
  return {
    accountId: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    isSubmitted: account.details_submitted,
    currency: currencyOf(account.default_currency ?? ''),
    requirements: {
      currentlyDue: requirements?.currently_due ?? [],
      pastDue: requirements?.past_due ?? [],
      deadline: requirements?.current_deadline == null ? null : ms(requirements.current_deadline),
      disabledReason: requirements?.disabled_reason ?? null,
    },
    bankLast4: bank?.last4 ?? null,
    schedule: {
      interval: settings?.payouts?.schedule.interval ?? 'manual',
      delayDays: settings?.payouts?.schedule.delay_days ?? null,
    },
  };
};

const movedBy = (value: string | Stripe.BalanceTransaction | null | undefined) => {
  const moved = opened(value);
  return { feeCents: moved?.fee ?? null, netCents: moved?.net ?? null, transactionId: idOf(value) };
};
const cardOf = (charge: Stripe.Charge | undefined) => ({
  cardBrand: charge?.payment_method_details?.card?.brand ?? null,
  last4: charge?.payment_method_details?.card?.last4 ?? null,
});

export const chargeRecord = (charge: Stripe.Charge): ProvidedRecord => {
  const intent = opened(charge.payment_intent);
  const latest = opened(intent?.latest_charge);
  return {
    recordId: charge.id,
    kind: 'charge',
    intentId: idOf(charge.payment_intent),
    amountCents: charge.amount,
    currency: currencyOf(charge.currency),
    state: charge.status,
    reason: charge.failure_code,
    ...cardOf(charge),
    at: ms(charge.created),
    ...movedBy(charge.balance_transaction),
    facilityId: marked(charge.metadata, FACILITY_MARK) ?? marked(intent?.metadata, FACILITY_MARK),
    resolvedAt:
      charge.status === 'failed' && intent?.status === 'succeeded' ? ms(latest?.created ?? intent.created) : null,
  };
};

export const refundRecord = (refund: Stripe.Refund): ProvidedRecord => {
  const charge = opened(refund.charge);
  return {
    recordId: refund.id,
    kind: 'refund',
    intentId: idOf(refund.payment_intent),
    amountCents: -refund.amount,
    currency: currencyOf(refund.currency),
    state: refund.status ?? 'pending',
    reason: refund.reason ?? null,
    ...cardOf(charge),
    at: ms(refund.created),
    ...movedBy(refund.balance_transaction),
    facilityId: marked(charge?.metadata, FACILITY_MARK),
    resolvedAt: null,
  };
};

export const disputeRecord = (dispute: Stripe.Dispute): ProvidedRecord => {
  const charge = opened(dispute.charge);
  const moves = dispute.balance_transactions;
  const sum = (of: 'fee' | 'net') => (moves.length === 0 ? null : moves.reduce((total, one) => total + one[of], 0));
  return {
    recordId: dispute.id,
    kind: 'dispute',
    intentId: idOf(dispute.payment_intent),
    amountCents: -dispute.amount,
    currency: currencyOf(dispute.currency),
    state: dispute.status,
    reason: dispute.reason,
    ...cardOf(charge),
    at: ms(dispute.created),
    feeCents: sum('fee'),
    netCents: sum('net'),
    transactionId: moves[0]?.id ?? null,
    facilityId: marked(charge?.metadata, FACILITY_MARK),
    resolvedAt: null,
  };
};

const topupIn = (metadata: Readonly<Record<string, string>>): ProvidedIntent['topup'] => {
  const { [OWNER_MARK]: ownerKey, [PURPOSE_MARK]: purpose, [KIND_MARK]: kind } = metadata;
  return ownerKey === undefined || purpose === undefined || kind === undefined ? null : { ownerKey, purpose, kind };
};

export const intentView = (intent: Stripe.PaymentIntent): ProvidedIntent => ({
  intentId: intent.id,
  amountCents: intent.amount,
  receivedCents: intent.amount_received,
  currency: currencyOf(intent.currency),
  state: intent.status,
  description: intent.description,
  failureCode: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
  createdAt: ms(intent.created),
  canceledAt: intent.canceled_at === null ? null : ms(intent.canceled_at),
  facilityId: marked(intent.metadata, FACILITY_MARK),
  attemptId: marked(intent.metadata, ATTEMPT_MARK),
  topup: topupIn(intent.metadata),
});

export const payoutView = (payout: Stripe.Payout): ProvidedPayout => ({
  payoutId: payout.id,
  amountCents: payout.amount,
  currency: currencyOf(payout.currency),
  state: payout.status,
  failureCode: payout.failure_code,
  createdAt: ms(payout.created),
  arrivesAt: ms(payout.arrival_date),
});

export const transactionView = (moved: Stripe.BalanceTransaction): ProvidedTransaction => {
  const source = opened(moved.source) as
    | { readonly metadata?: Readonly<Record<string, string>>; readonly charge?: unknown }
    | undefined;
  const charge = opened(source?.charge as Stripe.Charge | string | undefined);
  return {
    transactionId: moved.id,
    type: moved.type,
    amountCents: moved.amount,
    feeCents: moved.fee,
    netCents: moved.net,
    currency: currencyOf(moved.currency),
    state: moved.status,
    sourceId: idOf(moved.source as string | { readonly id: string } | null),
    createdAt: ms(moved.created),
    availableAt: ms(moved.available_on),
    facilityId: marked(charge?.metadata, FACILITY_MARK) ?? marked(source?.metadata, FACILITY_MARK),
  };
};

export const domainView = ({ domain_name, apple_pay, google_pay }: Stripe.PaymentMethodDomain): ProvidedDomain => ({
  domain: domain_name,
  applePay: apple_pay.status === 'active',
  googlePay: google_pay.status === 'active',
  problem: apple_pay.status_details?.error_message.slice(0, 300) ?? google_pay.status_details?.error_message ?? null,
});

const keptCard = (methodId: string, { brand, last4, exp_year, exp_month }: Stripe.PaymentMethod.Card): KeptCard => ({
  ...{ methodId, brand, last4 },
  expires: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
});

export const checkoutView = (session: Stripe.Checkout.Session): ProvidedCheckout => {
  const intent = opened(session.payment_intent);
  const method = opened(intent?.payment_method);
  return {
    sessionId: session.id,
    state: (['complete', 'expired'] as const).find((state) => state === session.status) ?? 'open',
    isPaid: session.payment_status === 'paid',
    url: session.url,
    expiresAt: ms(session.expires_at),
    intentId: idOf(session.payment_intent),
    amountCents: session.amount_total,
    currency: session.currency === null ? null : currencyOf(session.currency),
    card: method?.card === undefined ? null : keptCard(method.id, method.card),
  };
};
