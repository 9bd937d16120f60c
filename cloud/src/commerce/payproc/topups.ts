import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { notConfigured } from '../../kit/outbound/provider-faults.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { CardProvider, ProvidedIntent } from './card-provider.ts';
import type { CreditTopup } from './credit-topup.ts';
import { type FoundTopups, marksOf, requireSame } from './found-topups.ts';
import { createKeptCharges } from './kept-charges.ts';
import type { ProvidedCheckout } from './provided-checkout.ts';
import { createReconcile, LOOKED_AFTER } from './reconcile-topups.ts';
import { topupsRepo } from './topups.repo.ts';
import type { PayprocCustomerTable, TopupAttemptTable, TopupPurpose } from './topups.tables.ts';

export const CHARGE = 'payproc.charge-kept-card';

export interface TopupsDeps extends Pick<Environment, 'log'> {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly payproc?: CardProvider | undefined;
  readonly creditTopup: CreditTopup;
  readonly found: Pick<FoundTopups, 'ofCustomer'>;
  /** What an owner’s account is to be topped up by now, if it is; `but`: an attempt that is not counted as asked for already. */
  readonly dueTopup: (tx: Tx, of: OwnersAccount, but?: string) => Promise<Sum | undefined>;
}
/** Which account of an owner is topped up. */
export interface OwnersAccount {
  readonly ownerKey: OwnerKey;
  readonly purpose: TopupPurpose;
}
export type Topups = ReturnType<typeof createTopups>;

/** The provider's pages are open for a day at most. */
const PAGE_LASTS = Hours(20);
/** When the next automatic attempt is made after the provider has named one failed. After the last of them no more. */
const AGAIN_AFTER = [Hours(1), Hours(6), Hours(24)];
const AUTHENTICATION = 'authentication_required';
/** Nothing more comes of a payment that is so. */
const FAILED = new Set(['canceled', 'requires_payment_method']);

/** What the provider calls it where whoever pays reads it. */
const WORDS: Readonly<Record<TopupPurpose, string>> = { wallet: 'Wallet top-up', 'ai-credit': 'AI credit top-up' };

/** Money for wallets and AI credit, by card: at the provider's page, or by the card that an owner has left for that. Each attempt credits once at most. */
export const createTopups = (deps: TopupsDeps) => {
  const { db, clock, random, jobs, log, payproc, creditTopup, dueTopup, found } = deps;
  const provider = (): CardProvider => {
    if (payproc === undefined) throw notConfigured('card provider');
    return payproc;
  };
  const find = (id: string) => db.read((tx) => topupsRepo(tx).find(id));

  const claimCustomer = (tx: Tx, ownerKey: OwnerKey): Promise<PayprocCustomerTable> => {
    const noCard = { method_id: null, brand: null, last4: null, card_expires: null, agreed_at: null, agreed_by: null };
    return topupsRepo(tx).claimCustomer({
      ...{ owner_key: ownerKey, id: randomId('pcus', random), made_at: clock.wallMs() },
      ...{ customer_id: null, ...noCard, failures: 0, off_code: null, retry_at: null },
    });
  };
  const customerOf = async (ownerKey: OwnerKey): Promise<string> => {
    const row = await db.read((tx) => topupsRepo(tx).customer(ownerKey));
    if (row === undefined) throw new Bug('a top-up was begun for nobody');
    if (row.customer_id !== null) return row.customer_id;
    const customerId = await provider().createCustomer({ key: `customer:${row.id}`, mark: row.id });
    await db.write((tx) => topupsRepo(tx).changeCustomer(ownerKey, { customer_id: customerId }));
    return customerId;
  };

  /** The money is there: the wallet is credited in the unit that says so. A second one finds it ended, and does nothing. */
  const paid = (
    attempt: TopupAttemptTable,
    { intentId, card }: { readonly intentId: string | null; readonly card: ProvidedCheckout['card'] },
  ): Promise<void> =>
    db.write(async (tx) => {
      const now = clock.wallMs();
      const isNew = await topupsRepo(tx).end(attempt.id, { state: 'paid', intent_id: intentId, ended_at: now });
      if (!isNew) return;
      const { owner_key: owner, purpose, currency, id: topupId, made_by: by } = attempt;
      await creditTopup(tx, { owner, purpose, amountCents: Number(attempt.amount_cents), currency, topupId, by });
      const kept = card && {
        ...{ method_id: card.methodId, brand: card.brand },
        ...{ last4: card.last4, card_expires: card.expires },
      };
      const agreed = card && { agreed_at: now, agreed_by: attempt.made_by };
      await topupsRepo(tx).changeCustomer(owner, {
        ...{ failures: 0, off_code: null, retry_at: null },
        ...kept,
        ...agreed,
      });
    });

  /** The provider has named it failed: an automatic one is tried again after a while, unless its owner has to say something. */
  const failed = (attempt: TopupAttemptTable, state: 'failed' | 'cancelled', code: string): Promise<void> =>
    db.write(async (tx) => {
      const now = clock.wallMs();
      const end = { state, failed_code: code, ended_at: now };
      if (!(await topupsRepo(tx).end(attempt.id, end)) || attempt.kind === 'page') return;
      const customer = await topupsRepo(tx).customer(attempt.owner_key);
      const failures = Number(customer?.failures ?? 0) + 1;
      const pause = code === AUTHENTICATION ? undefined : AGAIN_AFTER[failures - 1];
      await topupsRepo(tx).changeCustomer(attempt.owner_key, {
        failures,
        off_code: pause === undefined ? code : null,
        retry_at: pause === undefined ? null : now + pause,
      });
    });

  const settleByIntent = async (attempt: TopupAttemptTable, intent: ProvidedIntent): Promise<void> => {
    if (intent.state === 'succeeded') {
      requireSame(attempt, intent.receivedCents, intent.currency);
      await paid(attempt, { intentId: intent.intentId, card: null });
    } else if (FAILED.has(intent.state))
      await failed(attempt, intent.state === 'canceled' ? 'cancelled' : 'failed', intent.failureCode ?? intent.state);
  };

  const lookAtPage = async (attempt: TopupAttemptTable): Promise<void> => {
    const page = attempt.session_id === null ? undefined : await provider().checkout(attempt.session_id);
    if (page?.isPaid === true) {
      requireSame(attempt, page.amountCents, page.currency);
      return paid(attempt, page);
    }
    // Nobody has been at a page whose address never reached us, and none is open after its time.
    if (page?.state === 'expired' || clock.wallMs() > Number(attempt.expires_at) + LOOKED_AFTER)
      await failed(attempt, 'cancelled', 'expired');
  };

  const lookAtCharge = createKeptCharges({ db, clock, log, provider, dueTopup, found, settleByIntent, failed });

  const look = async (id: string): Promise<TopupAttemptTable | undefined> => {
    const attempt = await find(id);
    if (attempt === undefined || attempt.state !== 'open') return attempt;
    await (attempt.kind === 'page' ? lookAtPage(attempt) : lookAtCharge(attempt));
    return find(id);
  };

  /** An automatic one, where somebody takes cards, the owner has left one for that, and none is open. */
  const beginAuto = async (
    tx: Tx,
    ownerKey: OwnerKey,
    sum: Sum,
    purpose: TopupPurpose = 'wallet',
  ): Promise<string | undefined> => {
    if (payproc === undefined) return undefined;
    const customer = await topupsRepo(tx).customer(ownerKey);
    if (customer === undefined || customer.method_id === null || customer.agreed_at === null) return undefined;
    // Off, or to be tried again at its time.
    if (customer.off_code !== null || customer.retry_at !== null) return undefined;
    const id = await topupsRepo(tx).begin(
      rowOf({ ownerKey, purpose }, 'auto', sum, 'system', { method_id: customer.method_id }),
    );
    if (id !== undefined) await jobs.enqueue(tx, CHARGE, { attemptId: id }, { key: id });
    return id;
  };
  const rowOf = (
    { ownerKey, purpose }: OwnersAccount,
    kind: TopupAttemptTable['kind'],
    { amountCents, currency }: Sum,
    by: string,
    more: Partial<TopupAttemptTable> = {},
  ): TopupAttemptTable => ({
    ...{
      id: randomId('tup', random),
      owner_key: ownerKey,
      kind,
      purpose,
      open: 1,
      amount_cents: amountCents,
      currency,
    },
    ...{ state: 'open', session_id: null, intent_id: null, method_id: null, failed_code: null, asked_at: null },
    ...{ expires_at: clock.wallMs() + PAGE_LASTS, made_by: by, made_at: clock.wallMs(), ended_at: null },
    ...more,
  });

  return {
    look,

    /** Begins a top-up by the provider’s page, which `openPage` opens then. */
    begin: async (
      tx: Tx,
      ownerKey: OwnerKey,
      { purpose = 'wallet', ...asked }: Sum & { readonly by: string; readonly purpose?: TopupPurpose },
    ): Promise<TopupAttemptTable> => {
      provider();
      await claimCustomer(tx, ownerKey);
      const attempt = rowOf({ ownerKey, purpose }, 'page', asked, asked.by);
      await topupsRepo(tx).begin(attempt);
      return attempt;
    },

    /** Resolves with the address of the page. Never within a unit; who asks again gets the same page. */
    openPage: async (
      attempt: TopupAttemptTable,
      { returnUrl, cancelUrl }: { readonly returnUrl: string; readonly cancelUrl: string },
    ): Promise<string | null> => {
      const customerId = await customerOf(attempt.owner_key);
      const page = await provider().openCheckout({
        ...{ key: `topup:${attempt.id}`, marks: marksOf(attempt), customerId, currency: attempt.currency },
        ...{
          amountCents: Number(attempt.amount_cents),
          what: WORDS[attempt.purpose],
          returnUrl,
          cancelUrl,
          keepsCard: true,
        },
        expiresAt: Number(attempt.expires_at),
      });
      await db.write((tx) => topupsRepo(tx).change(attempt.id, { session_id: page.sessionId }));
      return page.url;
    },

    /** An automatic top-up, unless one is open, or automatic ones are off. In the caller's unit; a job asks for the money. */
    beginAuto,

    find: (tx: Tx, id: string): Promise<TopupAttemptTable | undefined> => topupsRepo(tx).find(id),

    /** The card that an owner has left, if they have. */
    keptCard: (tx: Tx, ownerKey: OwnerKey) => topupsRepo(tx).keptCard(ownerKey),

    /** Which attempt a page of the provider is of. */
    ofSession: (sessionId: string): Promise<string | null> =>
      db.read(async (tx) => (await topupsRepo(tx).ofSession(sessionId))?.id ?? null),

    reconcile: createReconcile({ ...deps, look, beginAuto }),
  };
};

export interface Sum {
  readonly amountCents: number;
  readonly currency: string;
}
