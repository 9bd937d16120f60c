import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import type { BillingService } from '../../commerce/billing/billing.module.ts';
import type { LedgerService, OwnerKey } from '../../commerce/ledger/ledger.module.ts';
import { microsOfMinor, parseOwnerKey } from '../../commerce/ledger/ledger.module.ts';
import { asking } from '../../commerce/payproc/payproc.faults.ts';
import type { Topups } from '../../commerce/payproc/payproc.module.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { AiSettingsService } from '../ai-settings/ai-settings.module.ts';
import { type AiAccounts, ownerOf } from './ai-accounts.ts';
import { aiCreditsFault } from './ai-credits.faults.ts';

const PART = 50;

export interface AiTopupsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly topups: Pick<Topups, 'begin' | 'beginAuto' | 'openPage' | 'look' | 'find' | 'keptCard'>;
  readonly billing: Pick<BillingService, 'topups' | 'owners' | 'profiles' | 'evenOutAi'>;
  readonly aiSettings: Pick<AiSettingsService, 'of' | 'recharging'>;
  readonly accounts: AiAccounts;
  readonly consoleUrl: () => string;
}
interface AskedTopup {
  readonly amountCents: number;
  readonly by: string;
}
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** How credit comes in: by a card at the provider’s page, by a transfer with a reference, or by itself. */
export const createAiTopups = (deps: AiTopupsDeps) => {
  const { db, ledger, topups, billing, aiSettings, accounts, consoleUrl } = deps;
  const { currency } = ledger;

  /** What is to be bought for a facility now, as it has set that; undefined: nothing. */
  const due = async (tx: Tx, ownerKey: OwnerKey) => {
    const owner = parseOwnerKey(ownerKey);
    if (owner?.kind !== 'facility') return undefined;
    const { enabled, paused, autoRecharge } = await aiSettings.of(tx, owner.id);
    if (!enabled || paused !== null || autoRecharge === null) return undefined;
    if ((await billing.owners.find(tx, ownerKey))?.archivedAt !== null) return undefined;
    const { balanceMicros, heldMicros } = await accounts.balance(tx, owner.id);
    if (balanceMicros - heldMicros > microsOfMinor(autoRecharge.thresholdCents, currency)) return undefined;
    return { amountCents: autoRecharge.amountCents, currency };
  };

  return {
    due,

    /** Begins a payment at the provider’s page. Never within a unit. */
    byCard: async (write: Write, id: FacilityId, { amountCents, by }: AskedTopup) => {
      const back = `${consoleUrl()}/ops/facilities/${id}/ai`;
      const asked = { amountCents, currency, by, purpose: 'ai-credit' } as const;
      const attempt = await write((tx) => topups.begin(tx, ownerOf(id), asked));
      const opened = topups.openPage(attempt, { returnUrl: `${back}?topup=${attempt.id}`, cancelUrl: back });
      return { topupId: attempt.id, state: 'open' as const, url: await asking(opened) };
    },

    /** An invoice that is paid by a transfer with its reference. */
    byTransfer: async (tx: Tx, id: FacilityId, { amountCents, by }: AskedTopup) => {
      const owner = await billing.owners.require(tx, ownerOf(id));
      const { netDays: dueDays } = (await billing.profiles.resolve(tx, owner)).profile;
      const asked = { amountCents, dueDays, by, purpose: 'ai-credit' } as const;
      const { invoiceId, reference, dueAt } = await billing.topups.create(tx, owner, asked);
      return { invoiceId, reference, dueAt };
    },

    /** Asks the provider what came of a card top-up of this facility. Throws `topup_unknown`. */
    confirm: async (read: Database['read'], id: FacilityId, topupId: string) => {
      const known = await read((tx) => topups.find(tx, topupId));
      const isOurs = known?.owner_key === ownerOf(id) && known.purpose === 'ai-credit';
      const attempt = isOurs ? await asking(topups.look(topupId)) : undefined;
      if (attempt === undefined) throw aiCreditsFault('topup_unknown', 'There is no such top-up at this facility.');
      return {
        topupId: attempt.id,
        state: attempt.state,
        amountCents: Number(attempt.amount_cents),
        failedCode: attempt.failed_code,
        endedAt: isoOrNull(attempt.ended_at === null ? null : Number(attempt.ended_at)),
      };
    },

    /** What automatic top-ups are paid by. */
    paymentMethod: async (tx: Tx, id: FacilityId) => {
      const card = await topups.keptCard(tx, ownerOf(id));
      return {
        kind: card === undefined ? ('none' as const) : ('card' as const),
        brand: card?.brand ?? null,
        last4: card?.last4 ?? null,
        expires: card?.card_expires ?? null,
      };
    },

    /** Begins what is due at all facilities, one open for each; and what is owed is taken from what there is by now. */
    beginDue: async (signal: AbortSignal): Promise<void> => {
      for (let after = '', more = true; more; ) {
        const from = after;
        const page = await db.read((tx) => aiSettings.recharging(tx, from, PART));
        for (const { facilityId } of page) {
          signal.throwIfAborted();
          await db.write(async (tx) => {
            const owner = ownerOf(facilityId);
            await billing.evenOutAi(tx, owner);
            const sum = await due(tx, owner);
            if (sum !== undefined) await topups.beginAuto(tx, owner, sum, 'ai-credit');
          });
          after = facilityId;
        }
        more = page.length === PART;
      }
    },
  };
};
export type AiTopups = ReturnType<typeof createAiTopups>;
