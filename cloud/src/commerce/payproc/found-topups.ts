import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { BillingService } from '../billing/billing.module.ts';
import type { CardProvider, ProvidedIntent, TopupMarks } from './card-provider.ts';
import type { CreditTopup } from './credit-topup.ts';
import { topupsRepo } from './topups.repo.ts';
import { TOPUP_PURPOSES, type TopupAttemptTable } from './topups.tables.ts';

export interface FoundTopupsDeps extends Pick<Environment, 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly payproc?: CardProvider | undefined;
  readonly billing: Pick<BillingService, 'owners'>;
  readonly creditTopup: CreditTopup;
}
export type FoundTopups = ReturnType<typeof createFoundTopups>;

const BY = 'system:payproc';
const PAGE = 100;
/** A payment may be paid so long after it was made: pages are open for a day, and banks take their time. */
const PAID_WITHIN = Days(2);
/** How far is looked back where nobody ever looked. */
const AT_FIRST = Days(40);

/** What a payment at the provider carries, so that a database that has forgotten its attempt knows whose it is. */
export const marksOf = ({ id, owner_key, purpose, kind }: TopupAttemptTable): TopupMarks => ({
  ...{ attemptId: id, ownerKey: owner_key, purpose, kind },
});

/** What came is what was asked for, or somebody has to look. */
export const requireSame = (attempt: TopupAttemptTable, cents: number | null, currency: string | null): void => {
  if (cents !== Number(attempt.amount_cents) || currency !== attempt.currency)
    throw new Bug(`top-up ${attempt.id}: another sum came than was asked for`);
};

/**
 * Top-ups that were paid at the provider and that this database does not know, or knows as something else: it was restored from a
 * backup that is older. Each is booked once, by the attempt that the payment is marked with.
 */
export const createFoundTopups = ({ db, clock, log, payproc, billing, creditTopup }: FoundTopupsDeps) => {
  const stray = ({ intentId }: ProvidedIntent, why: string): undefined =>
    void log.error({ intentId, why }, 'a payment is marked as a top-up, and cannot be booked: somebody has to look');

  /** The attempt as it was, as far as its payment says. Undefined where nobody here is its owner. */
  const lostAttempt = async (tx: Tx, intent: ProvidedIntent, id: string): Promise<TopupAttemptTable | undefined> => {
    const { topup, intentId, createdAt } = intent;
    if (topup === null) return stray(intent, 'it does not say whose it is');
    const [purpose, kind] = [
      TOPUP_PURPOSES.find((one) => one === topup.purpose),
      (['page', 'auto'] as const).find((one) => one === topup.kind),
    ];
    const owner = await billing.owners.find(tx, topup.ownerKey);
    if (owner === undefined || purpose === undefined || kind === undefined)
      return stray(intent, 'whose or what it is nobody here knows');
    return {
      ...{ id, owner_key: owner.key, kind, purpose, open: null, state: 'paid', intent_id: intentId },
      ...{ amount_cents: intent.receivedCents, currency: intent.currency },
      ...{ session_id: null, method_id: null, failed_code: null, asked_at: null, expires_at: createdAt },
      ...{ made_by: BY, made_at: createdAt, ended_at: clock.wallMs() },
    };
  };
  /** The attempt, where it counts as paid only now. */
  const claim = async (tx: Tx, intent: ProvidedIntent, id: string): Promise<TopupAttemptTable | undefined> => {
    const known = await topupsRepo(tx).find(id);
    if (known === undefined) {
      const lost = await lostAttempt(tx, intent, id);
      return lost !== undefined && (await topupsRepo(tx).begin(lost)) !== undefined ? lost : undefined;
    }
    // Of a page that is open whoever looks at that page keeps the card too.
    if (known.state === 'paid' || (known.state === 'open' && known.session_id !== null)) return undefined;
    requireSame(known, intent.receivedCents, intent.currency);
    const paid = { state: 'paid', intent_id: intent.intentId, failed_code: null, ended_at: clock.wallMs() } as const;
    return (await topupsRepo(tx).payAfterAll(id, paid)) ? known : undefined;
  };

  /** Books a payment, once, if it is of ours, was paid, and is not booked. */
  const takeIn = async (intent: ProvidedIntent): Promise<void> => {
    const { attemptId, state } = intent;
    if (attemptId === null || state !== 'succeeded') return;
    if ((await db.read((tx) => topupsRepo(tx).find(attemptId)))?.state === 'paid') return;
    await db.write(async (tx) => {
      const attempt = await claim(tx, intent, attemptId);
      if (attempt === undefined) return;
      const { owner_key: owner, purpose, currency, made_by: by } = attempt;
      await creditTopup(tx, { owner, purpose, amountCents: intent.receivedCents, currency, topupId: attemptId, by });
      await topupsRepo(tx).changeCustomer(owner, { failures: 0, off_code: null, retry_at: null });
      log.info({ topupId: attemptId, ownerKey: owner }, 'a top-up that was paid is booked after all');
    });
  };

  /** All payments since those that were seen the last time. Resolves with when the newest was made, and whether each was taken in. */
  const through = async (cards: CardProvider, seenTo: number | undefined, more: { customerId?: string }) => {
    const from = seenTo === undefined ? clock.wallMs() - AT_FIRST : seenTo - PAID_WITHIN;
    let newest: number | undefined = seenTo;
    let isWhole = true;
    for (let after: string | undefined, hasMore = true; hasMore; ) {
      const page = await cards.intents(undefined, { ...more, from, after, limit: PAGE });
      for (const intent of page.items) {
        newest = Math.max(newest ?? 0, intent.createdAt);
        await takeIn(intent).catch((error: unknown) => {
          isWhole = false;
          log.error({ err: error, intentId: intent.intentId }, 'a payment cannot be taken in');
        });
      }
      after = page.items.at(-1)?.intentId;
      hasMore = page.more && after !== undefined;
    }
    return { newest, isWhole };
  };
  const looked = () => db.read((tx) => topupsRepo(tx).looked());
  const sawTo = (at: number) => db.write((tx) => topupsRepo(tx).sawTo(at, clock.wallMs()));

  /** What no event told of, and no attempt: by the provider’s own times, whatever the clock here does. */
  const lookThrough = async (): Promise<void> => {
    if (payproc === undefined) return;
    const { newest, isWhole } = await through(payproc, (await looked())?.seenTo, {});
    if (isWhole && newest !== undefined) await sawTo(newest);
  };

  return {
    takeIn,

    /** What the provider knows of one customer, before they are charged again. */
    ofCustomer: async (customerId: string): Promise<void> => {
      if (payproc === undefined) return;
      const { isWhole } = await through(payproc, (await looked())?.seenTo, { customerId });
      if (!isWhole) throw new Error('not all that a customer has paid is booked: they are charged later');
    },

    lookThrough,

    /** As above, but a cloud that has just been set up asks nobody for an hour: it notes from when on to look. */
    lookHourly: async (): Promise<void> => {
      if (payproc === undefined) return;
      const { begunAt } = (await looked()) ?? {};
      if (begunAt === undefined) await sawTo(clock.wallMs() - AT_FIRST + PAID_WITHIN);
      // Either way: a clock that was wrong when it began, and was put right, keeps nobody waiting.
      else if (Math.abs(clock.wallMs() - begunAt) >= Hours(1)) await lookThrough();
    },
  };
};
