import { createCreditTopup } from '@gatehouse/cloud/commerce/payproc/credit-topup.ts';
import { createDueTopup } from '@gatehouse/cloud/commerce/payproc/due-topups.ts';
import { createFoundTopups } from '@gatehouse/cloud/commerce/payproc/found-topups.ts';
import type { PayprocSettings } from '@gatehouse/cloud/commerce/payproc/payproc-config.ts';
import { stripePayproc } from '@gatehouse/cloud/commerce/payproc/stripe-payproc.ts';
import { createTopupReturns } from '@gatehouse/cloud/commerce/payproc/topup-returns.ts';
import { createTopups } from '@gatehouse/cloud/commerce/payproc/topups.ts';
import { dayAt, monthOf, monthsAfter } from '@gatehouse/cloud/commerce/rates/rates.module.ts';
import { createAiReceipts } from '@gatehouse/cloud/inference/ai-credits/ai-receipts.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { killedAt, lifeGiven } from './killed-at.ts';

/** One day of the platform's money. */
export interface MoneyDay {
  readonly url: string;
  readonly payproc: PayprocSettings;
  /** When it is. */
  readonly at: string;
  readonly ownerKey: `facility#${string}`;
  /** Who has credit for AI models. */
  readonly withCredit: readonly FacilityId[];
  readonly firstMonth: string;
  /** What the bank has sent. */
  readonly statement: string;
  /** Which part of its work is counted. */
  readonly part: Part;
  /** At which point of that part the process kills itself; 0: at none. */
  readonly point: number;
}
/** `papers`: what the owners of credit are given, and the close of months in the books. */
export type Part = 'money' | 'papers';
export interface MoneyDayDone {
  readonly points: number;
  readonly intact: boolean;
  readonly differing: readonly unknown[];
}

/**
 * A process for the test to lose, as by `kill -9`: top-ups at the card provider's page and by the card that was kept, a bank's file, the
 * close of days and of a month, invoices and the seal of the books; then statements of all months so far, and receipts. It says over its
 * channel to the parent how many points it has come by, if it comes to the end.
 */
const day = await lifeGiven<MoneyDay>();
const signal = new AbortController().signal;
const clock = new ManualClock(day.at);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opened = await openDatabase(day.url, { clock, log: quiet });
const killed = killedAt(opened, day.point);
const world = await createWorld(killed.db, clock, scriptedLink(confirms).link);
const { db, billing, ledger, statements } = world;
const deps = { ...world, clock, log: quiet, payproc: stripePayproc(day.payproc, clock), random: systemRandom };
const creditTopup = createCreditTopup(deps);
const found = createFoundTopups({ ...deps, creditTopup });
const dueTopup = createDueTopup({ clock, billing });
const topups = createTopups({ ...deps, creditTopup, found, dueTopup });
const topupReturns = createTopupReturns(deps);
// What is drawn of a receipt that is kept writes nothing, and takes a second.
const documents = { pdf: async () => new Uint8Array() };
const aiReceipts = createAiReceipts({ ...deps, transactions: world.aiTransactions, documents });
const owner = day.ownerKey;
const { currency } = ledger;
if (day.part === 'money') killed.begin();

const topUp = async (amountCents: number, purpose: 'wallet' | 'ai-credit'): Promise<void> => {
  const attempt = await db.write((tx) => topups.begin(tx, owner, { amountCents, currency, purpose, by: 'user:usr_1' }));
  const back = { returnUrl: 'https://console.example/a', cancelUrl: 'https://console.example/b' };
  const url = await topups.openPage(attempt, back);
  const card = new URLSearchParams({ card: '4242424242424242', act: 'pay' });
  await fetch(url ?? '', { method: 'POST', body: card, redirect: 'manual' });
  killed.atPoint();
  await topups.look(attempt.id);
};

await topUp(2_000, 'wallet');
await topUp(500, 'ai-credit');
const auto = await db.write((tx) => topups.beginAuto(tx, owner, { amountCents: 1_000, currency }));
if (auto !== undefined) await topups.look(auto);
for (const n of [1, 2, 3]) {
  const hold = { owner, account: 'ai-credit', key: `inf:${day.at}:${n}`, currency, micros: 10_000 } as const;
  await db.write((tx) => ledger.hold(tx, { ...hold, expiresAt: clock.wallMs() + 60_000 }));
  if (n === 2) await db.write((tx) => ledger.voidHold(tx, hold.key));
}
for (const facility of day.withCredit) {
  const account = { owner: `facility#${facility}`, account: 'ai-credit' } as const;
  const about = { currency, about: `gen_${day.at.slice(0, 10)}`, by: 'system:test' };
  const posting = { ...about, key: `credit:${facility}:${day.at}`, kind: 'topup', micros: 90_000 };
  const from = { owner: account.owner, account: 'card-clearing' } as const;
  await db.write((tx) => ledger.post(tx, { ...posting, debit: from, credit: account }));
  const key = `inf:${facility}:${day.at}`;
  await db.write((tx) =>
    ledger.hold(tx, { ...account, key, currency, micros: 70_000, expiresAt: clock.wallMs() + 60_000 }),
  );
  const to = { owner: account.owner, account: 'revenue' } as const;
  await db.write((tx) =>
    ledger.postHold(tx, key, { ...about, key, kind: 'usage', debit: account, credit: to, micros: 60_000 }),
  );
}
const file = await statements.read(Buffer.from(day.statement), undefined);
const { fileId } = await db.write((tx) => statements.keep(tx, file, 'user:usr_1'));
await statements.takeIn(fileId, signal);
await world.closeMonths.closeWithDays(signal);
await world.invoices.due.issueDue(signal);
await ledger.seal();
await topups.reconcile(signal);
await found.lookThrough();
await topupReturns.reconcile(signal);
await world.closeAiDays(signal);

if (day.part === 'money') killed.end();
else killed.begin();
const monthsSoFar: string[] = [];
for (let month = day.firstMonth; month < monthOf(dayAt(clock.wallMs())); month = monthsAfter(month, 1))
  monthsSoFar.push(month);
for (const facility of day.withCredit)
  for (const month of monthsSoFar) await world.aiStatements.statementOf(facility, month);
for (const month of monthsSoFar) await db.write((tx) => ledger.close(tx, month, 'operator:test'));
for (const facility of day.withCredit) {
  const page = { types: ['topup'], limit: 200 } as const;
  const { rows } = await db.read((tx) => world.aiTransactions.page(tx, facility, page));
  for (const { transactionId } of rows) await aiReceipts.read(facility, transactionId);
}
const points = killed.end();
const { intact, differing } = await ledger.verify();
process.send?.({ points, intact, differing } satisfies MoneyDayDone);
await opened.close();
process.exit(0);
