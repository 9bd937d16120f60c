import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { LedgerService, OwnerKey } from '../../commerce/ledger/ledger.module.ts';
import { ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

export const ownerOf = (id: FacilityId): OwnerKey => ownerKeyOf({ kind: 'facility', id });

export interface AiBalance {
  /** What there is, less what is owed. */
  readonly balanceMicros: number;
  /** What a request may be held for: nothing as long as anything is owed. */
  readonly availableMicros: number;
  readonly heldMicros: number;
  readonly owedMicros: number;
}

export const createAiAccounts = ({ ledger }: { readonly ledger: Pick<LedgerService, 'balances' | 'currency'> }) => ({
  balance: async (tx: Tx, id: FacilityId): Promise<AiBalance> => {
    const accounts = (await ledger.balances(tx, ownerOf(id))).filter(({ currency }) => currency === ledger.currency);
    const credit = accounts.find(({ account }) => account === 'ai-credit');
    const owed = accounts.find(({ account }) => account === 'ai-receivable')?.micros ?? 0;
    const [micros, heldMicros] = [credit?.micros ?? 0, credit?.held ?? 0];
    return {
      balanceMicros: micros + owed,
      availableMicros: owed < 0 ? 0 : Math.max(0, micros - heldMicros),
      heldMicros,
      owedMicros: Math.max(0, -owed),
    };
  },
});
export type AiAccounts = ReturnType<typeof createAiAccounts>;
