import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { countersRepo } from './counters.repo.ts';
import { creditOf, holdKeyOf, minuteOf } from './holding.ts';
import { inferenceRepo, type RequestRow } from './inference.repo.ts';
import { paceRepo } from './pace.repo.ts';
import { costOf, type Price, type Tokens } from './prices.ts';
import { addToRollup } from './rollups.repo.ts';

/** How a request ended. */
export interface Ending {
  readonly status: NonNullable<RequestRow['status']>;
  readonly code: string | null;
  /** Who answered it; null: nobody was asked, or nobody did anything. */
  readonly provider: string | null;
  readonly upstreamId: string | null;
  readonly tokens: Tokens;
  /** Null where nothing was used. */
  readonly usageSource: RequestRow['usage_source'];
  /** Not more than was held: of what nobody but we has counted. */
  readonly atMostHeld: boolean;
  readonly firstTokenMs: number | null;
  readonly ms: number | null;
  readonly at: number;
  /** Tokens of the minute that were taken of the key's pace at first. */
  readonly pacedTokens: number;
}

type Counted = readonly [subject: string, span: string, cap: number];

/** What it came to; what nobody but we has counted is not more than was held. */
const costIn = (row: RequestRow, { provider, tokens, usageSource, atMostHeld }: Ending): number => {
  if (usageSource === null || provider === null) return 0;
  const cost = costOf(JSON.parse(row.price ?? '') as Price, provider, tokens);
  return atMostHeld ? Math.min(cost, row.hold_micros) : cost;
};

const settledRow = (row: RequestRow, ending: Ending, cost: number): RequestRow => ({
  ...row,
  state: 'settled',
  status: ending.status,
  code: ending.code,
  provider: ending.provider,
  upstream_id: ending.upstreamId,
  tokens_in: ending.tokens.in,
  tokens_out: ending.tokens.out,
  cost_micros: Math.min(cost, row.hold_micros),
  usage_source: ending.usageSource,
  progress_at: ending.at,
  first_token_ms: ending.firstTokenMs,
  ms: ending.ms,
  settled_at: ending.at,
  // What came to nothing may be sent again by the same key.
  idempotency_hash: cost === 0 && ending.status !== 'ok' ? null : row.idempotency_hash,
});

/** Settles requests, each once, in one unit with everything that was held for it. */
export const createSettling = ({
  ledger,
}: {
  readonly ledger: Pick<LedgerService, 'settleHold' | 'voidHold' | 'post' | 'currency'>;
}) => {
  /** What is charged beyond the hold: as much as every cap and the credit have left. */
  const beyond = async (tx: Tx, caps: readonly Counted[], more: number): Promise<number> => {
    let room = more;
    for (const [subject, span, cap] of caps) {
      const counter = await countersRepo(tx).settle({ subject, span }, 0, 0);
      if (counter !== undefined) room = Math.min(room, cap - counter.used_micros - counter.held_micros);
    }
    return Math.max(0, room);
  };

  /** Debits what it came to; what neither hold nor credit covers is the platform’s loss. Resolves with what was debited. */
  const charge = async (tx: Tx, row: RequestRow, { cost, most }: { cost: number; most: number }): Promise<number> => {
    const credit = creditOf(row.facility_id);
    const revenue = { owner: credit.owner, account: 'revenue' } as const;
    const common = { credit: revenue, currency: ledger.currency, about: row.id, by: 'system:inference' };
    let charged = 0;
    if (row.hold_micros > 0 && cost === 0) await ledger.voidHold(tx, holdKeyOf(row.id));
    else if (row.hold_micros > 0)
      await ledger.settleHold(tx, holdKeyOf(row.id), (free) => {
        charged = Math.min(cost, most, Math.max(0, free));
        if (charged === 0) return undefined;
        return { ...common, key: holdKeyOf(row.id), kind: 'usage', debit: credit, micros: charged };
      });
    if (cost > charged)
      await ledger.post(tx, {
        ...common,
        key: `${holdKeyOf(row.id)}:shortfall`,
        kind: 'trueup-shortfall',
        debit: { owner: credit.owner, account: 'shortfall' },
        micros: cost - charged,
      });
    return charged;
  };

  /** Gives back of the key’s pace what was not used of it. */
  const easePace = async (tx: Tx, row: RequestRow, { pacedTokens, tokens }: Ending): Promise<void> => {
    const amount = pacedTokens - tokens.in - tokens.out;
    if (row.key_hash === null || amount <= 0) return;
    await paceRepo(tx).giveBack({ key_hash: row.key_hash, kind: 'tokens', minute: minuteOf(row.at), amount });
  };

  return {
    /** False where it was settled before: then nothing is done. INVARIANT, the order: the row, pace, counters, accounts, sums. */
    settle: async (tx: Tx, row: RequestRow, ending: Ending): Promise<boolean> => {
      const cost = costIn(row, ending);
      const settled = settledRow(row, ending, cost);
      if (!(await inferenceRepo(tx).settle(settled))) return false;
      await easePace(tx, row, ending);
      const caps = JSON.parse(row.caps ?? '[]') as Counted[];
      for (const [subject, span] of caps)
        await countersRepo(tx).settle({ subject, span }, row.hold_micros, settled.cost_micros);
      const more = cost - settled.cost_micros;
      const extra = more > 0 ? await beyond(tx, caps, more) : 0;
      const charged = await charge(tx, row, { cost, most: settled.cost_micros + extra });
      const onTop = charged - settled.cost_micros;
      if (onTop !== 0) {
        for (const [subject, span] of caps) await countersRepo(tx).settle({ subject, span }, 0, onTop);
        await inferenceRepo(tx).setCost(row.id, charged);
      }
      await addToRollup(tx, { ...settled, cost_micros: charged });
      return true;
    },

    /** A request that was refused: nothing was held for it. */
    noteRefused: async (tx: Tx, row: RequestRow): Promise<void> => {
      await inferenceRepo(tx).insert(row);
      await addToRollup(tx, row);
    },
  };
};
export type Settling = ReturnType<typeof createSettling>;
