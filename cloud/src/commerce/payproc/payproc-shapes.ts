import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { exampleOf } from '../../kit/http/example-of.ts';
import type { ProvidedIntent, ProvidedPayout, ProvidedRecord, ProvidedTransaction } from './card-provider.ts';

export const currencyField = z
  .string()
  .describe('ISO 4217.')
  .meta({ examples: ['AUD'] });
const cents = (what: string, example: number) =>
  z
    .int()
    .describe(`${what} In the smallest unit of the currency.`)
    .meta({ examples: [example] });
const centsOrNull = (what: string, example: number) =>
  z
    .int()
    .nullable()
    .describe(`${what} In the smallest unit of the currency. Null: no money has moved.`)
    .meta({ examples: [example] });
const time = (what: string) =>
  z.iso
    .datetime()
    .describe(what)
    .meta({ examples: ['2026-01-01T09:30:00.000Z'] });
export const textOrNull = (what: string, example: string | null) =>
  z
    .string()
    .nullable()
    .describe(what)
    .meta({ examples: [example] });
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));

/** A payment, wherever a path or an answer names one. */
export const intentIdText = (what = 'The payment, as the card provider calls it.') =>
  z
    .string()
    .min(1)
    .max(120)
    .describe(what)
    .meta({ examples: ['pi_0123456789abcdef'] });

const recordFields = {
  amountCents: cents('What was paid; below 0 where it was given back, or is disputed.', 4_900),
  currency: currencyField,
  state: z
    .string()
    .describe('How it stands, in the provider’s word.')
    .meta({ examples: ['succeeded'] }),
  reason: textOrNull('Why it failed, was given back or is disputed, in the provider’s word.', null),
  cardBrand: textOrNull('Of which brand the card is.', 'visa'),
  last4: textOrNull('How the number of the card ends.', '4242'),
  at: time('When it happened.'),
};
export const PaymentRecord = z
  .object({
    recordId: z
      .string()
      .describe('As the provider calls it.')
      .meta({ examples: ['ch_0123456789abcdef'] }),
    kind: z
      .enum(['charge', 'refund', 'dispute'])
      .describe('What it is.')
      .meta({ examples: ['charge'] }),
    ...recordFields,
    feeCents: centsOrNull('What the provider keeps of it.', 172),
    netCents: centsOrNull('What is left of it.', 4_728),
    payoutId: textOrNull('The payout that it went to the bank with. Null: it has not, as far as is known.', null),
  })
  .meta({ id: 'PaymentRecord' });
export const recordView = (record: ProvidedRecord, payouts: ReadonlyMap<string, string>) => {
  const { recordId, kind, amountCents, feeCents, netCents, currency, state, reason, cardBrand, last4, at } = record;
  const payoutId = record.transactionId === null ? null : (payouts.get(record.transactionId) ?? null);
  return {
    ...{ recordId, kind, amountCents, feeCents, netCents, currency, state, reason, cardBrand, last4 },
    at: isoOf(at),
    payoutId,
  };
};

export const Charge = z
  .object({
    chargeId: z
      .string()
      .describe('As the provider calls it.')
      .meta({ examples: ['ch_0123456789abcdef'] }),
    paymentIntentId: textOrNull('The payment that it was tried for.', 'pi_0123456789abcdef'),
    ...recordFields,
  })
  .meta({ id: 'CardCharge' });
export const chargeView = ({ recordId, intentId, at, ...record }: ProvidedRecord) => {
  const { amountCents, currency, state, reason, cardBrand, last4 } = record;
  return {
    ...{ chargeId: recordId, paymentIntentId: intentId, amountCents, currency, state, reason, cardBrand, last4 },
    at: isoOf(at),
  };
};

export const PaymentIntent = z
  .object({
    paymentIntentId: intentIdText(),
    facilityId: textOrNull('The facility that it is for. Null: it is marked with none.', 'fac_0123456789abcdef'),
    amountCents: cents('What is to be paid.', 4_900),
    receivedCents: cents('What was paid.', 4_900),
    currency: currencyField,
    state: z
      .string()
      .describe('How it stands, in the provider’s word.')
      .meta({ examples: ['succeeded'] }),
    failureCode: textOrNull('Why its last attempt failed, in the provider’s word.', null),
    createdAt: time('When it was begun.'),
    canceledAt: z.iso
      .datetime()
      .nullable()
      .describe('When it was cancelled.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'PaymentIntent' });
export const AN_INTENT: z.input<typeof PaymentIntent> = exampleOf(PaymentIntent, 'output') as z.input<
  typeof PaymentIntent
>;
export const intentView = (intent: ProvidedIntent) => {
  const { intentId: paymentIntentId, facilityId, amountCents, receivedCents, currency, state, failureCode } = intent;
  return {
    ...{ paymentIntentId, facilityId, amountCents, receivedCents, currency, state, failureCode },
    createdAt: isoOf(intent.createdAt),
    canceledAt: isoOrNull(intent.canceledAt),
  };
};

export const Payout = z
  .object({
    payoutId: z
      .string()
      .describe('As the provider calls it.')
      .meta({ examples: ['po_0123456789abcdef'] }),
    amountCents: cents('What goes to the bank.', 104_200),
    currency: currencyField,
    state: z
      .string()
      .describe('How it stands, in the provider’s word.')
      .meta({ examples: ['paid'] }),
    failureCode: textOrNull('Why the bank did not take it, in the provider’s word.', null),
    createdAt: time('When it was made.'),
    arrivesAt: time('When it should be at the bank.'),
  })
  .meta({ id: 'CardPayout' });
export const payoutView = ({ createdAt, arrivesAt, ...payout }: ProvidedPayout) => ({
  ...payout,
  createdAt: isoOf(createdAt),
  arrivesAt: isoOf(arrivesAt),
});

export const BalanceTransaction = z
  .object({
    transactionId: z
      .string()
      .describe('As the provider calls it.')
      .meta({ examples: ['txn_0123456789abcdef'] }),
    type: z
      .string()
      .describe('What it is, in the provider’s word.')
      .meta({ examples: ['charge'] }),
    amountCents: cents('What moved.', 4_900),
    feeCents: cents('What the provider keeps of it.', 172),
    netCents: cents('What the balance changes by.', 4_728),
    currency: currencyField,
    state: z
      .string()
      .describe('`pending` until it can be paid out.')
      .meta({ examples: ['available'] }),
    sourceId: textOrNull('What it comes of, as the provider calls it.', 'ch_0123456789abcdef'),
    createdAt: time('When it happened.'),
    availableAt: time('From when on it can be paid out.'),
  })
  .meta({ id: 'BalanceTransaction' });
export const transactionView = ({ createdAt, availableAt, facilityId: _mark, ...moved }: ProvidedTransaction) => ({
  ...moved,
  createdAt: isoOf(createdAt),
  availableAt: isoOf(availableAt),
});
