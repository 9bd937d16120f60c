import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerService, OwnerKey } from '../ledger/ledger.module.ts';

export type EvenOutAi = (tx: Tx, owner: OwnerKey) => Promise<void>;

/**
 * What an owner owes for AI models, as more was given back to them than they had, is taken from the credit that they have by now, as
 * far as it reaches and nothing holds it. Of two that do so at once one may take too much: whoever comes next gives that back.
 */
export const createEvenOutAi =
  ({
    ledger,
    random,
  }: {
    readonly ledger: Pick<LedgerService, 'balances' | 'post' | 'currency'>;
    readonly random: RandomBytes;
  }): EvenOutAi =>
  async (tx, owner) => {
    const accounts = (await ledger.balances(tx, owner)).filter(({ currency }) => currency === ledger.currency);
    const owed = accounts.find(({ account }) => account === 'ai-receivable')?.micros ?? 0;
    const credit = accounts.find(({ account }) => account === 'ai-credit');
    const available = Math.max(0, (credit?.micros ?? 0) - (credit?.held ?? 0));
    const micros = owed < 0 ? Math.min(-owed, available) : owed;
    if (micros === 0) return;
    const [from, to] = owed < 0 ? (['ai-credit', 'ai-receivable'] as const) : (['ai-receivable', 'ai-credit'] as const);
    const id = randomId('aio', random);
    try {
      await ledger.post(tx, {
        ...{ key: `ai-owed:${id}`, kind: 'ai-owed', about: id, by: 'system:ai-credit' },
        ...{ debit: { owner, account: from }, credit: { owner, account: to }, currency: ledger.currency, micros },
      });
    } catch (error) {
      // A request has taken of the credit since: the rest is taken when more comes in, or at the next look.
      if (!(error instanceof Fault && error.code === 'insufficient_balance')) throw error;
    }
  };
