import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Book } from './book.ts';
import type { Events } from './send-events.ts';
import type { BalanceTransaction, Charge, Payout } from './things.ts';

/** 2.9 % and 30 of the smallest unit. */
const FEE_PER_THOUSAND = 29;
const FEE_FIXED = 30;
/** What a lost dispute costs beside its amount. */
const DISPUTE_FEE = 1_500;
/** From a payment to when its money can be paid out, and from there to the bank. */
const AVAILABLE_AFTER = Days(2);
const ARRIVES_AFTER = Days(1);

export const feeOf = (amount: number): number => Math.round((amount * FEE_PER_THOUSAND) / 1_000) + FEE_FIXED;

/** What an account is owed, when it may have it, and what went to its bank. */
export const createBalance = (book: Book, events: Events, clock: Clock) => {
  /** Of whoever's next payout fails. */
  let failing = false;
  /** Which payout a transaction went out with. */
  const paidOutBy = new Map<string, string>();

  const entry = (
    account: string,
    { amount, fee, ...rest }: Pick<BalanceTransaction, 'amount' | 'fee' | 'currency' | 'type' | 'source' | 'status'>,
  ): BalanceTransaction =>
    book.make<BalanceTransaction>(account, 'balance_transaction', 'txn', {
      ...rest,
      amount,
      fee,
      net: amount - fee,
      available_on: book.now() + (rest.status === 'pending' ? AVAILABLE_AFTER / 1_000 : 0),
      description: null,
    });
  const entries = (account: string) => book.all<BalanceTransaction>(account, 'balance_transaction');

  const arrive = (account: string, payout: Payout): void => {
    const fails = failing;
    failing = false;
    payout.status = fails ? 'failed' : 'paid';
    if (fails) {
      payout.failure_code = 'account_closed';
      for (const [id, by] of paidOutBy) if (by === payout.id) paidOutBy.delete(id);
      const { amount, currency, id: source } = payout;
      const back = entry(account, { amount, fee: 0, currency, type: 'payout', source, status: 'available' });
      paidOutBy.set(back.id, payout.id);
    }
    events.say(account, `payout.${payout.status}`, payout);
  };

  /** Everything that may be paid out goes to the bank, by currency, where it is more than nothing. */
  const payOut = (account: string): void => {
    for (const one of entries(account)) if (one.available_on <= book.now()) one.status = 'available';
    const ready = entries(account).filter(({ id, status }) => status === 'available' && !paidOutBy.has(id));
    for (const currency of new Set(ready.map((one) => one.currency))) {
      const own = ready.filter((one) => one.currency === currency);
      const amount = own.reduce((sum, { net }) => sum + net, 0);
      if (amount <= 0) continue;
      const payout = book.make<Payout>(account, 'payout', 'po', {
        amount,
        currency,
        arrival_date: book.now() + ARRIVES_AFTER / 1_000,
        automatic: true,
        method: 'standard',
        type: 'bank_account',
        destination: 'ba_standin',
        balance_transaction: '',
        status: 'in_transit',
        failure_code: null,
      });
      const out = entry(account, {
        ...{ amount: -amount, fee: 0, currency, type: 'payout', source: payout.id, status: 'available' },
      });
      payout.balance_transaction = out.id;
      for (const { id } of [...own, out]) paidOutBy.set(id, payout.id);
      events.say(account, 'payout.created', payout);
      clock.after(ARRIVES_AFTER, () => arrive(account, payout));
    }
  };

  return {
    paidOutBy,
    failNextPayout: (): void => {
      failing = true;
    },
    charged: (account: string, { id: source, amount, currency }: Charge): BalanceTransaction => {
      clock.after(AVAILABLE_AFTER, () => payOut(account));
      return entry(account, { amount, fee: feeOf(amount), currency, type: 'charge', source, status: 'pending' });
    },
    refunded: (account: string, source: string, amount: number, currency: string): BalanceTransaction =>
      entry(account, { amount: -amount, fee: 0, currency, type: 'refund', source, status: 'available' }),
    disputed: (account: string, source: string, amount: number, currency: string): BalanceTransaction =>
      entry(account, {
        ...{ amount: -amount, fee: DISPUTE_FEE, currency, type: 'adjustment', source, status: 'available' },
      }),
    disputeWon: (account: string, source: string, amount: number, currency: string): BalanceTransaction =>
      entry(account, {
        ...{ amount, fee: -DISPUTE_FEE, currency, type: 'adjustment', source, status: 'available' },
      }),
    of: (account: string) => {
      const sums = (state: BalanceTransaction['status']) => {
        const own = entries(account).filter(({ status, available_on }) =>
          state === 'pending' ? available_on > book.now() : available_on <= book.now() || status === state,
        );
        return [...new Set(own.map(({ currency }) => currency))].map((currency) => ({
          currency,
          amount: own.filter((one) => one.currency === currency).reduce((sum, { net }) => sum + net, 0),
          source_types: { card: 0 },
        }));
      };
      return { object: 'balance', livemode: false, available: sums('available'), pending: sums('pending') };
    },
  };
};
export type Balance = ReturnType<typeof createBalance>;
