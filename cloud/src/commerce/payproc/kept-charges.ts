import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { CardDeclined, type CardProvider, type ProvidedIntent } from './card-provider.ts';
import { marksOf } from './found-topups.ts';
import { NO_LONGER_DUE, topupsRepo } from './topups.repo.ts';
import type { TopupAttemptTable } from './topups.tables.ts';
import type { TopupsDeps } from './topups.ts';

/** How long the provider surely knows a key: an attempt whose outcome nobody knows is asked for so long, and then only looked up. */
const KEY_LASTS = Hours(20);
/** From then on nothing of ours can be on its way any more: what the provider does not know of was never asked of it. */
const SURELY_KNOWN = Hours(24);

/** Why an attempt is over without the provider having named it failed. */
const NEVER_ARRIVED = 'never_arrived';

const WORDS = { wallet: 'Automatic wallet top-up', 'ai-credit': 'Automatic top-up of AI credit' } as const;

interface Deps extends Pick<TopupsDeps, 'db' | 'clock' | 'log' | 'dueTopup' | 'found'> {
  /** Throws where nobody takes cards. */
  readonly provider: () => CardProvider;
  readonly settleByIntent: (attempt: TopupAttemptTable, intent: ProvidedIntent) => Promise<void>;
  readonly failed: (attempt: TopupAttemptTable, state: 'failed', code: string) => Promise<void>;
}

/** Automatic top-ups: asks for the money of a kept card; after 20 hours without an answer only looks whether there is one. */
export const createKeptCharges = ({ db, clock, log, provider, dueTopup, found, settleByIntent, failed }: Deps) => {
  /** Its first charge may be long after it was begun. Resolves with when the provider is asked first; undefined: it is not due any more. */
  const firstAsked = async (attempt: TopupAttemptTable, customerId: string): Promise<number | undefined> => {
    // A database that was restored may have forgotten what its owner has paid since.
    await found.ofCustomer(customerId);
    return db.write(async (tx) => {
      const now = clock.wallMs();
      if ((await topupsRepo(tx).find(attempt.id))?.state !== 'open') return undefined;
      const { owner_key: ownerKey, purpose } = attempt;
      const sum = await dueTopup(tx, { ownerKey, purpose }, attempt.id);
      if (sum?.amountCents === Number(attempt.amount_cents) && sum.currency === attempt.currency) {
        await topupsRepo(tx).change(attempt.id, { asked_at: now });
        return now;
      }
      // Nothing has failed: the next one begins as soon as one is due.
      await topupsRepo(tx).end(attempt.id, { state: 'cancelled', failed_code: NO_LONGER_DUE, ended_at: now });
      return undefined;
    });
  };

  const lookUp = async (cards: CardProvider, attempt: TopupAttemptTable, askedAt: number): Promise<void> => {
    const during = { from: Number(attempt.made_at) - Hours(1), to: askedAt + SURELY_KNOWN };
    const there = await cards.findIntent(attempt.id, during);
    if (there !== undefined) return settleByIntent(attempt, there);
    if (clock.wallMs() - askedAt < SURELY_KNOWN) return;
    const { id: topupId, owner_key: ownerKey } = attempt;
    log.error({ topupId, ownerKey }, 'the provider knows of no payment of an automatic top-up: it counts as failed');
    await failed(attempt, 'failed', NEVER_ARRIVED);
  };

  return async (attempt: TopupAttemptTable): Promise<void> => {
    const cards = provider();
    const customer = await db.read((tx) => topupsRepo(tx).customer(attempt.owner_key));
    const { customer_id: customerId = null } = customer ?? {};
    if (customerId === null || attempt.method_id === null) throw new Bug('a card that is to be charged is not there');
    const askedAt = attempt.asked_at === null ? await firstAsked(attempt, customerId) : Number(attempt.asked_at);
    if (askedAt === undefined) return;
    if (clock.wallMs() - askedAt >= KEY_LASTS) return lookUp(cards, attempt, askedAt);
    try {
      const intent = await cards.chargeKept({
        ...{ key: `topup:${attempt.id}`, marks: marksOf(attempt), customerId, methodId: attempt.method_id },
        ...{ amountCents: Number(attempt.amount_cents), currency: attempt.currency, what: WORDS[attempt.purpose] },
      });
      await settleByIntent(attempt, intent);
    } catch (error) {
      if (!(error instanceof CardDeclined)) throw error;
      await failed(attempt, 'failed', error.code);
    }
  };
};
