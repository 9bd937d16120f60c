import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiAccounts } from './ai-accounts.ts';
import { aiCreditsRepo } from './ai-credits.repo.ts';
import type { AiChargeDayTable } from './ai-credits.tables.ts';
import { aiTransactionsRepo, MOVES, type Move, type TransferRow } from './ai-transactions.repo.ts';

export const TYPES = ['topup', 'charge-reconcile', 'refund', 'adjustment', 'trueup-shortfall'] as const;
export type TransactionType = (typeof TYPES)[number];

export interface TransactionsAsked {
  readonly types: readonly TransactionType[];
  /** Unix seconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

const PREFIX = 4;
/** The transaction that a transfer is. */
export const transactionIdOf = (transferId: string): string => `atx_${transferId.slice(PREFIX)}`;
export const transferIdOf = (transactionId: string): string => `ltr_${transactionId.slice(PREFIX)}`;

/** What a transfer does to the balance: what the platform bears does nothing to it. */
export const movedBy = ({ kind, micros, credit_account }: TransferRow, credit: string): number => {
  if (kind === 'trueup-shortfall') return 0;
  return credit_account === credit ? micros : -micros;
};

/** All that ever moved the balance of AI credit: each top-up, refund and adjustment, and requests as one a UTC day. */
export const createAiTransactions = ({
  ledger,
  accounts,
}: {
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly accounts: AiAccounts;
}) => {
  const ofMove = (row: TransferRow, credit: string, note: string | undefined) => ({
    transactionId: transactionIdOf(row.id),
    type: row.kind as Move as TransactionType,
    at: isoOf(Number(row.at)),
    day: row.day,
    micros: movedBy(row, credit),
    coveredMicros: row.kind === 'trueup-shortfall' ? row.micros : 0,
    requests: null,
    about: row.about,
    note: note ?? null,
    postedBy: row.made_by,
    hasReceipt: row.kind === 'topup' || row.kind === 'refund',
  });
  const ofDay = (row: AiChargeDayTable) => ({
    transactionId: row.id,
    type: 'charge-reconcile' as const,
    at: isoOf(Number(row.at)),
    day: row.day,
    micros: -Number(row.micros),
    coveredMicros: 0,
    requests: Number(row.requests),
    about: row.day,
    note: null,
    postedBy: 'system:inference',
    hasReceipt: false,
  });

  return {
    /** The newest first. With what is left of the balance: what requests of days came to that are not closed yet. */
    page: async (tx: Tx, facilityId: FacilityId, { types, after, limit, ...asked }: TransactionsAsked) => {
      const repo = aiTransactionsRepo(tx, facilityId, ledger.currency);
      const within = {
        before: after?.slice(PREFIX),
        from: asked.from === undefined ? undefined : asked.from * 1_000,
        to: asked.to === undefined ? undefined : (asked.to + 1) * 1_000,
      };
      const kinds = MOVES.filter((kind) => types.includes(kind));
      const moves = await repo.moves(kinds, within, limit + 1);
      const days = types.includes('charge-reconcile') ? await repo.days(within, limit + 1) : [];
      const notes = await aiCreditsRepo(tx).notesOf(moves.map(({ id }) => id));
      const rows = [...moves.map((row) => ofMove(row, repo.credit, notes.get(row.id))), ...days.map(ofDay)];
      rows.sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1));
      const open = await repo.openUsage(await aiCreditsRepo(tx).lastClosed());
      return {
        rows: rows.slice(0, limit + 1),
        balanceMicros: (await accounts.balance(tx, facilityId)).balanceMicros,
        openMicros: -open.reduce((sum, { micros }) => sum + micros, 0),
      };
    },

    /** Months of UTC that have any, the newest first. */
    periods: async (tx: Tx, facilityId: FacilityId, types: readonly TransactionType[]): Promise<string[]> => {
      const repo = aiTransactionsRepo(tx, facilityId, ledger.currency);
      const moved = (await repo.movedByMonth()).filter(({ kind }) => types.includes(kind));
      const charged = types.includes('charge-reconcile') ? await repo.chargedByMonth() : [];
      return [...new Set([...moved, ...charged].map(({ month }) => month))].sort().reverse();
    },

    /** A transfer that is a transaction of this facility by itself. */
    find: (tx: Tx, facilityId: FacilityId, transactionId: string): Promise<TransferRow | undefined> =>
      aiTransactionsRepo(tx, facilityId, ledger.currency).move(transferIdOf(transactionId)),
  };
};
export type AiTransactions = ReturnType<typeof createAiTransactions>;
