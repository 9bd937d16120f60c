import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BillingService } from '../../commerce/billing/billing.module.ts';
import { type LedgerService, microsOfMinor, parseOwnerKey } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { ownerOf } from './ai-accounts.ts';
import { aiCreditsRepo } from './ai-credits.repo.ts';

export interface AiAdjustment {
  /** Above 0 grants, below takes back. */
  readonly amountCents: number;
  readonly note: string;
  readonly by: string;
}

/** Credit that the platform gives, or takes back: what is much takes a second person. */
export const createAiAdjustments = ({
  clock,
  random,
  ledger,
  billing,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly billing: Pick<BillingService, 'approvals' | 'evenOutAi'>;
}) => {
  /** Throws `insufficient_balance` where more is taken back than there is and nothing holds. */
  const post = async (tx: Tx, id: FacilityId, { amountCents, note, by }: AiAdjustment) => {
    const [owner, at] = [ownerOf(id), clock.wallMs()];
    const adjustmentId = randomId('aad', random, at);
    const [ours, theirs] = [{ owner, account: 'grants' } as const, { owner, account: 'ai-credit' } as const];
    const { transferId } = await ledger.post(tx, {
      ...{ key: `ai-adjust:${adjustmentId}`, kind: 'adjustment', about: adjustmentId, by, currency: ledger.currency },
      ...(amountCents > 0 ? { debit: ours, credit: theirs } : { debit: theirs, credit: ours }),
      micros: microsOfMinor(Math.abs(amountCents), ledger.currency),
    });
    const row = { transfer_id: transferId, facility_id: id, note, made_by: by, made_at: at };
    await aiCreditsRepo(tx).addAdjustment(row);
    if (amountCents > 0) await billing.evenOutAi(tx, owner);
    return { transferId };
  };

  return {
    /** Posts it, or has it wait for a second person. `actor`: who really asks, whoever they act as. */
    make: async (tx: Tx, id: FacilityId, { actor, ...asked }: AiAdjustment & { readonly actor: string }) => {
      if (!billing.approvals.isNeeded(asked.amountCents)) {
        const { transferId } = await post(tx, id, asked);
        return { transactionId: `atx_${transferId.slice(4)}`, approvalId: null };
      }
      const { amountCents } = asked;
      const approvalId = await billing.approvals.ask(tx, {
        ...{ kind: 'adjust', ownerKey: ownerOf(id), amountCents, by: actor },
        asked: { account: 'ai-credit', allowNegative: false, ...asked },
      });
      return { transactionId: null, approvalId };
    },

    approved: async (tx: Tx, asked: AiAdjustment, ownerKey: string) => {
      const owner = parseOwnerKey(ownerKey);
      if (owner?.kind !== 'facility') throw new Bug('AI credit is a facility’s');
      return post(tx, owner.id, asked);
    },
  };
};
export type AiAdjustments = ReturnType<typeof createAiAdjustments>;
