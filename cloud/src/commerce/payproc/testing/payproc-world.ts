import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Fault } from '@gatehouse/stand-ins/kit/faults.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPayproc, KEYS, SIGNING_SECRET, type SignedEvent } from '@gatehouse/stand-ins/payproc/payproc.ts';
import Stripe from 'stripe';
import { afterCommit } from '../../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '../../../testing/world.ts';
import { createCardEvents } from '../card-events.ts';
import { createCardPayments } from '../card-payments.ts';
import type { CardProvider } from '../card-provider.ts';
import { createConnectedAccounts } from '../connected-accounts.ts';
import { createCreditTopup, type ToppedUp } from '../credit-topup.ts';
import { createDueTopup } from '../due-topups.ts';
import { createFoundTopups } from '../found-topups.ts';
import { stripePayproc } from '../stripe-payproc.ts';
import { createTopupReturns } from '../topup-returns.ts';
import { createTopups, type Sum } from '../topups.ts';

/** A world whose cards are taken by a provider that speaks its own protocol, on the same clock. `told`: what that said has happened. */
export const payprocWorld = async (db: Database) => {
  const clock = new ManualClock('2026-03-02T09:30:00.000Z');
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const folder = mkdtempSync(join(tmpdir(), 'payproc-'));
  const [keyFile, hookSecretFile] = [join(folder, 'key'), join(folder, 'hook')];
  writeFileSync(keyFile, `${KEYS.secret}\n`);
  writeFileSync(hookSecretFile, `${SIGNING_SECRET}\n`);
  const told: SignedEvent[] = [];
  const tellEvent = async (event: SignedEvent) => told.push(event) > 0;
  const outside = await serveStandIn(
    createPayproc({ clock, tellEvent, hookUrl: 'https://hooks.example/hooks/payproc' }),
  );
  const settings = {
    url: outside.url,
    keyFile,
    hookSecretFile,
    publishableKey: KEYS.publishable,
    appleFile: undefined,
  };
  const stripe = stripePayproc(settings, clock);
  /** What goes wrong with the next charges of kept cards, one each. */
  const chargeFaults: Fault[] = [];
  const payproc: CardProvider = {
    ...stripe,
    chargeKept: (asked) => {
      const fault = chargeFaults.shift();
      if (fault !== undefined) outside.faults.want(fault);
      return stripe.chargeKept(asked);
    },
  };
  /** What was logged of what failed. */
  const logged: object[] = [];
  const log = { info: () => undefined, error: (about: object) => void logged.push(about) };
  const deps = { ...world, clock, log, payproc, random: (n: number) => crypto.getRandomValues(new Uint8Array(n)) };
  const connectedAccounts = createConnectedAccounts(deps);
  const cardPayments = createCardPayments({ ...deps, connectedAccounts, partnerUrl: () => 'https://gym.example' });
  /** Whoever takes payments of members, by software of their own. */
  const theirs = new Stripe(KEYS.secret, {
    ...{ host: '127.0.0.1', port: outside.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false },
  });
  const read: Database['read'] = (work) => db.read(work);
  /** What wallets got, by key. */
  const credited: ToppedUp[] = [];
  const credit = createCreditTopup(deps);
  const creditTopup = async (tx: Tx, toppedUp: ToppedUp): Promise<void> => {
    await on.credit();
    await credit(tx, toppedUp);
    afterCommit(tx, () => void credited.push(toppedUp));
  };
  /** What is to go wrong while a wallet is credited. */
  const on = {
    credit: async (): Promise<void> => undefined,
    due: createDueTopup({ clock, billing: world.billing }),
    dueAi: async (): Promise<Sum | undefined> => undefined,
  };
  const foundTopups = createFoundTopups({ ...deps, creditTopup });
  const topupsOf = (theirDb: Pick<Database, 'read' | 'write'>) =>
    createTopups({
      ...deps,
      db: theirDb,
      creditTopup,
      found: foundTopups,
      dueTopup: (tx, of, but) => (of.purpose === 'wallet' ? on.due(tx, of, but) : on.dueAi()),
    });
  const topups = topupsOf(db);
  const topupReturns = createTopupReturns(deps);
  const cardEvents = createCardEvents({ ...deps, topups, foundTopups, topupReturns });

  return {
    ...{
      world,
      clock,
      db,
      outside,
      chargeFaults,
      payproc,
      told,
      connectedAccounts,
      cardPayments,
      theirs,
      read,
      settings,
      credited,
      logged,
      topups,
      foundTopups,
      topupReturns,
      cardEvents,
    },
    on,
    /** The same top-ups, of another process on the same database. */
    topupsOf,
    /** An account of the world’s organisation that takes cards. */
    openAccount: async () => {
      const { accountId } = await connectedAccounts.open(world.orgId, 'test');
      outside.acts['open-newest-account']?.();
      return accountId;
    },
    pay: (stripeAccount: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
      theirs.paymentIntents.create(
        { amount: 4_900, currency: 'aud', payment_method: 'pm_card_visa', confirm: true, ...more },
        { stripeAccount },
      ),
    close: async () => {
      await outside.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
