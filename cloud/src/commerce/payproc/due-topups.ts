import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { topupsRepo } from './topups.repo.ts';
import type { Sum, Topups } from './topups.ts';

const PART = 50;

interface Deps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly billing: Pick<BillingService, 'currency' | 'owners' | 'profiles' | 'balanceCents'> & {
    readonly wallets: Pick<BillingService['wallets'], 'low'>;
  };
}

/** The first moment of the month, by UTC. */
const monthOf = (now: number): number => {
  const at = new Date(now);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
};

/** What a wallet is to be topped up by now, as its owner has said; undefined where it is not. `but`: an attempt that the month is not charged with. */
export const createDueTopup =
  ({ clock, billing }: Deps) =>
  async (tx: Tx, { ownerKey }: { readonly ownerKey: OwnerKey }, but?: string): Promise<Sum | undefined> => {
    const owner = await billing.owners.find(tx, ownerKey);
    if (owner === undefined || owner.archivedAt !== null) return undefined;
    const { profile } = await billing.profiles.resolve(tx, owner);
    const { enabled, thresholdCents, amountCents, monthlyMaxCents } = profile.autoTopup;
    if (!enabled || thresholdCents === null || amountCents === null) return undefined;
    if (profile.billingDisabled || profile.billingMethod !== 'wallet') return undefined;
    if ((await billing.balanceCents(tx, owner.key)) > thresholdCents) return undefined;
    const asked = await topupsRepo(tx).autoSince(owner.key, monthOf(clock.wallMs()), but);
    if (monthlyMaxCents !== null && asked + amountCents > monthlyMaxCents) return undefined;
    return { amountCents, currency: billing.currency };
  };

/** Begins what is due of all wallets that are low or used up. */
export const createDueTopups =
  ({
    db,
    billing,
    topups,
    dueTopup,
  }: Pick<Deps, 'billing'> & {
    readonly db: Pick<Database, 'read' | 'write'>;
    readonly topups: Pick<Topups, 'beginAuto'>;
    readonly dueTopup: ReturnType<typeof createDueTopup>;
  }) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let after = '', more = true; more; ) {
      const owners = await db.read((tx) => billing.wallets.low(tx, after, PART));
      for (const ownerKey of owners) {
        signal.throwIfAborted();
        await db.write(async (tx) => {
          const sum = await dueTopup(tx, { ownerKey });
          if (sum !== undefined) await topups.beginAuto(tx, ownerKey, sum);
        });
        after = ownerKey;
      }
      more = owners.length === PART;
    }
  };
