import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { exampleOf } from '../../kit/http/example-of.ts';
import type {
  ProvidedAccount,
  ProvidedIntent,
  ProvidedPayout,
  ProvidedRecord,
  ProvidedTransaction,
} from './card-provider.ts';
import { inWords, stateOf } from './requirements-in-words.ts';

export const A_CURRENCY = z
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
const textOrNull = (what: string, example: string | null) =>
  z
    .string()
    .nullable()
    .describe(what)
    .meta({ examples: [example] });
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));

/** A payment, wherever a path or an answer names one. */
export const intentIdText = (what = 'The payment, as the card provider calls it.') =>
  z
    .string()
    .min(1)
    .max(120)
    .describe(what)
    .meta({ examples: ['pi_0123456789abcdef'] });

const accountFields = {
  accountId: textOrNull('The account, as the card provider calls it. Null: there is none.', 'acct_0123456789abcdef'),
  state: z
    .enum(['none', 'onboarding', 'active', 'restricted', 'rejected'])
    .describe('`restricted`: no cards are taken or no money is paid out until something is told. `rejected`: for good.')
    .meta({ examples: ['active'] }),
  chargesEnabled: z
    .boolean()
    .describe('Whether cards are taken.')
    .meta({ examples: [true] }),
  payoutsEnabled: z
    .boolean()
    .describe('Whether money is paid out to the bank.')
    .meta({ examples: [true] }),
  requirements: z
    .object({
      currentlyDue: z.array(z.string()).describe('What the provider wants to be told, in its words.'),
      pastDue: z.array(z.string()).describe('Of those what it should have been told by now.'),
      deadline: z.iso.datetime().nullable().describe('By when. Null: it sets none.'),
      disabledReason: z.string().nullable().describe('Why something does not work, in its word.'),
    })
    .describe('What the law wants the provider to know of its customers.')
    .meta({ examples: [{ currentlyDue: [], pastDue: [], deadline: null, disabledReason: null }] }),
  inWords: z
    .array(z.string())
    .describe('The same for people, a sentence a thing.')
    .meta({ examples: [['Cards are taken, and money is paid out.']] }),
};
export const ConnectedAccount = z.object(accountFields).meta({ id: 'ConnectedAccount' });
export const ConnectedAccountDetails = z
  .object({
    ...accountFields,
    currency: A_CURRENCY.nullable().describe('ISO 4217. Null: there is no account.'),
    bankLast4: textOrNull('How the number of the bank account ends. Null: there is none.', '6789'),
    schedule: z
      .object({
        interval: z.string().describe('How often money is paid out, in the provider’s word.'),
        delayDays: z.int().nullable().describe('How many days after a payment its money can be paid out.'),
      })
      .nullable()
      .describe('When money is paid out. Null: there is no account.')
      .meta({ examples: [{ interval: 'daily', delayDays: 2 }] }),
  })
  .meta({ id: 'ConnectedAccountDetails' });

export const accountView = (account: ProvidedAccount | undefined) => ({
  accountId: account?.accountId ?? null,
  state: stateOf(account),
  chargesEnabled: account?.chargesEnabled ?? false,
  payoutsEnabled: account?.payoutsEnabled ?? false,
  requirements: {
    currentlyDue: [...(account?.requirements.currentlyDue ?? [])],
    pastDue: [...(account?.requirements.pastDue ?? [])],
    deadline: isoOrNull(account?.requirements.deadline ?? null),
    disabledReason: account?.requirements.disabledReason ?? null,
  },
  inWords: [...inWords(account)],
});
export const detailsView = (account: ProvidedAccount | undefined) => ({
  ...accountView(account),
  currency: account?.currency ?? null,
  bankLast4: account?.bankLast4 ?? null,
  schedule: account === undefined ? null : { ...account.schedule },
});

const recordFields = {
  amountCents: cents('What was paid; below 0 where it was given back, or is disputed.', 4_900),
  currency: A_CURRENCY,
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
    currency: A_CURRENCY,
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
    currency: A_CURRENCY,
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
    currency: A_CURRENCY,
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
