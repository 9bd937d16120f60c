import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { type LedgerService, microsOfMinor } from '../ledger/ledger.module.ts';
import type { CardProvider, ProvidedRecord } from './card-provider.ts';
import { topupReturnsRepo } from './topup-returns.repo.ts';
import type { TopupAttemptTable } from './topups.tables.ts';

export interface TopupReturnsDeps extends Pick<Environment, 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly ledger: Pick<LedgerService, 'post'>;
  readonly billing: Pick<BillingService, 'cameIn' | 'wentBack' | 'owners' | 'evenOutAi'> & {
    readonly wallets: Pick<BillingService['wallets'], 'credited' | 'charged'>;
  };
  readonly payproc?: CardProvider | undefined;
}

const BY = 'system:payproc';
/** Refunds are told of within days, and a dispute may take months. */
const LOOKED_BACK = { refund: Days(40), dispute: Days(200) } as const;
const PAGE = 100;

/** AI credit has a floor: what it does not reach for is owed, until the next money comes in. */
const POSTINGS = {
  wallet: {
    gone: { kind: 'topup-returned', account: 'wallet' },
    back: { kind: 'topup-restored', account: 'wallet' },
  },
  'ai-credit': { gone: { kind: 'refund', account: 'ai-receivable' }, back: { kind: 'topup', account: 'ai-credit' } },
} as const;

/** What has become of it: the money has left us, has come back, or neither. */
const fateOf = ({ kind, state }: ProvidedRecord): 'gone' | 'back' | undefined => {
  if (kind === 'refund')
    return state === 'succeeded' ? 'gone' : ['failed', 'canceled'].includes(state) ? 'back' : undefined;
  if (state === 'won') return 'back';
  // An inquiry moves nothing.
  return ['needs_response', 'under_review', 'lost'].includes(state) ? 'gone' : undefined;
};

/** Top-ups by card whose money was given back or is disputed: wallet or AI credit has it no more, whoever did it and where. */
export const createTopupReturns = ({ db, clock, log, ledger, billing, payproc }: TopupReturnsDeps) => {
  /** May take the balance of a wallet below zero, and AI credit into debt: the money is gone either way. */
  const move = async (tx: Tx, attempt: TopupAttemptTable, { recordId, cents }: Moved, isBack: boolean) => {
    const { owner_key: owner, currency, purpose } = attempt;
    const { kind, account } = POSTINGS[purpose][isBack ? 'back' : 'gone'];
    const [theirs, clearing] = [{ owner, account } as const, { owner, account: 'card-clearing' } as const];
    await ledger.post(tx, {
      key: `${isBack ? 'topup-restored' : 'topup-returned'}:${recordId}`,
      kind,
      debit: isBack ? clearing : theirs,
      credit: isBack ? theirs : clearing,
      ...{ currency, micros: microsOfMinor(cents, currency), about: recordId, by: BY },
    });
    if (purpose === 'ai-credit') await billing.evenOutAi(tx, owner);
    else if (isBack) await billing.wallets.credited(tx, owner);
    else await billing.wallets.charged(tx, await billing.owners.require(tx, owner));
  };

  /** It is gone: taken from whoever got it, once. */
  const take = async (tx: Tx, attempt: TopupAttemptTable, kind: Returned['kind'], moved: Moved): Promise<void> => {
    const { recordId: aboutId, cents } = moved;
    const { owner_key: ownerKey, id } = attempt;
    const at = clock.wallMs();
    const row = { id: aboutId, attempt_id: id, kind, cents, taken_at: at, restored_at: null };
    if (!(await topupReturnsRepo(tx).take(row))) return;
    await move(tx, attempt, moved, false);
    await billing.wentBack(tx, { ownerKey, aboutId, cameInAs: id, cents, kind, at });
  };
  /** It has come back, once. What never left that does not. */
  const restore = async (tx: Tx, attempt: TopupAttemptTable, moved: Moved): Promise<void> => {
    const at = clock.wallMs();
    if (!(await topupReturnsRepo(tx).restore(moved.recordId, at))) return;
    await move(tx, attempt, moved, true);
    const { owner_key: ownerKey } = attempt;
    await billing.cameIn(tx, {
      ...{ ownerKey, kind: 'card-topup', aboutId: `${moved.recordId}:back`, cents: moved.cents, at },
    });
  };

  /** As a refund or a dispute stands now, which is believed of the provider alone. */
  const settle = async (record: ProvidedRecord): Promise<void> => {
    const { recordId, kind, intentId, amountCents, currency } = record;
    const fate = fateOf(record);
    if (kind === 'charge' || intentId === null || fate === undefined || amountCents === 0) return;
    const moved = { recordId, cents: Math.abs(amountCents) };
    await db.write(async (tx) => {
      const attempt = await topupReturnsRepo(tx).paidBy(intentId);
      if (attempt === undefined || attempt.currency !== currency) return;
      await (fate === 'gone' ? take(tx, attempt, kind, moved) : restore(tx, attempt, moved));
    });
  };

  const settleAll = async (records: readonly ProvidedRecord[]): Promise<void> => {
    for (const record of records) await settle(record);
  };

  return {
    /** All that became of one payment on the platform's own account. */
    look: async (intentId: string): Promise<void> => {
      if (payproc === undefined) return;
      if ((await db.read((tx) => topupReturnsRepo(tx).paidBy(intentId))) === undefined) return;
      for (const kind of ['refund', 'dispute'] as const)
        await settleAll((await payproc.records(undefined, kind, { intentId, limit: PAGE })).items);
    },

    /** What no event told of. One that fails stops no other. */
    reconcile: async (signal: AbortSignal): Promise<void> => {
      if (payproc === undefined) return;
      for (const kind of ['refund', 'dispute'] as const) {
        const from = clock.wallMs() - LOOKED_BACK[kind];
        // Where nobody has topped up by card, there is nothing to ask the provider for.
        if (!(await db.read((tx) => topupReturnsRepo(tx).anyPaidSince(from)))) continue;
        for (let after: string | undefined, more = true; more; ) {
          signal.throwIfAborted();
          const page = await payproc.records(undefined, kind, { from, after, limit: PAGE });
          for (const record of page.items)
            await settle(record).catch((error: unknown) =>
              log.error({ err: error, recordId: record.recordId }, 'a refund or dispute cannot be taken in'),
            );
          after = page.items.at(-1)?.recordId;
          more = page.more && after !== undefined;
        }
      }
    },
  };
};
export type TopupReturns = ReturnType<typeof createTopupReturns>;

type Returned = Parameters<TopupReturnsDeps['billing']['wentBack']>[1];
interface Moved {
  readonly recordId: string;
  readonly cents: number;
}
