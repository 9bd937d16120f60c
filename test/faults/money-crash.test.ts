// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BalanceLine } from '@gatehouse/cloud/commerce/ledger/periods.ts';
import { camtXml, entryXml } from '@gatehouse/cloud/commerce/statements/testing/a-statement.ts';
import type { Statement } from '@gatehouse/cloud/inference/ai-credits/ai-documents.ts';
import { ENGINES, openTestDatabase } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { Days, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPayproc, KEYS, SIGNING_SECRET } from '@gatehouse/stand-ins/payproc/payproc.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectBooks, sum } from './books.ts';
import { livesOf } from './lives.ts';
import type { MoneyDay, MoneyDayDone, Part } from './money-crash-process.ts';

const PROGRAM = fileURLToPath(new URL('./money-crash-process.ts', import.meta.url));
/** From the end of one month into the next: the process of each day but the first and the last is killed, and never started again on that day. */
const KILLED_DAYS = 8;
const FIRST_DAY = '2026-01-26T03:00:00.000Z';
/** After these days it runs once a month, for all that has been left since: killed at the papers of each but the last. */
const MONTHS = ['2026-03', '2026-04', '2026-05'];
const MONTHS_OVER = ['2026-01', '2026-02', '2026-03', '2026-04'];
/** So many points the papers of a month have at least. */
const PAPERS = 30;
const inMonth = (month: string): string => `${month}-03T03:00:00.000Z`;

const storedIn = (db: Database) =>
  db.read(async (tx) => ({
    attempts: await tx.selectFrom('topup_attempt').selectAll().execute(),
    entries: await tx.selectFrom('bank_entry').select(['state', 'transfer_id']).execute(),
    logs: await tx.selectFrom('billing_log').selectAll().orderBy('day').execute(),
    records: await tx.selectFrom('monthly_record').selectAll().execute(),
    documents: await tx.selectFrom('tax_document').select(['number', 'about_id']).orderBy('number').execute(),
    receipts: await tx.selectFrom('ai_receipt').select(['number', 'transfer_id']).orderBy('number').execute(),
    statements: await tx.selectFrom('ai_statement').selectAll().orderBy('month').execute(),
    periods: await tx.selectFrom('ledger_period').selectAll().orderBy('month').execute(),
  }));

/** Every month has one statement for each owner and one balance, each opens with what the one before came to, and no number is left out. */
const expectPapers = (
  { receipts, statements, periods }: Awaited<ReturnType<typeof storedIn>>,
  { transfers, accounts }: Awaited<ReturnType<typeof expectBooks>>,
  owners: readonly string[],
  said: string,
): void => {
  for (const owner of owners) {
    const ours = statements.filter(({ facility_id }) => facility_id === owner);
    expect(
      ours.map(({ month }) => month),
      said,
    ).toEqual(MONTHS_OVER);
    const account = accounts.find(({ id }) => id.startsWith(`facility#${owner}/ai-credit/`));
    // What moved in the month that is not over yet is on no statement.
    const later = transfers
      .filter(({ day }) => day.startsWith(MONTHS.at(-1) ?? ''))
      .map(({ credit_account: to, debit_account: from, micros }) =>
        to === account?.id ? micros : from === account?.id ? -micros : 0,
      );
    let balance = 0;
    for (const { month, body } of ours) {
      const { openingMicros, rows, closingMicros, final } = JSON.parse(body) as Statement;
      expect([openingMicros, final], `${owner} ${month}: ${said}`).toEqual([balance, true]);
      balance = openingMicros + sum(rows.map(({ micros }) => micros));
      expect(closingMicros, `${owner} ${month}: ${said}`).toBe(balance);
    }
    expect(balance + sum(later), said).toBe(Number(account?.credits) - Number(account?.debits));
  }
  const credited = transfers.filter(({ kind, credit_account: to }) => kind === 'topup' && to.includes('/ai-credit/'));
  expect(receipts.map(({ transfer_id }) => transfer_id).toSorted(), said).toEqual(
    credited.map(({ id }) => id).toSorted(),
  );
  expect(
    receipts.map(({ number }) => number),
    said,
  ).toEqual(receipts.map((_, i) => `R-2026-${String(i + 1).padStart(6, '0')}`));

  expect(
    periods.map(({ month }) => month),
    said,
  ).toEqual(MONTHS_OVER);
  const closings = new Map<string, number>();
  for (const { month, balance } of periods)
    for (const { currency, kind, opening, debits, credits, closing } of JSON.parse(balance) as BalanceLine[]) {
      const line = `${currency} ${kind}`;
      expect([opening, closing], `${month} ${line}: ${said}`).toEqual([
        closings.get(line) ?? 0,
        opening + credits - debits,
      ]);
      closings.set(line, closing);
    }
};

describe.each(ENGINES)('a cloud that is killed while it moves money, on $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-money-'));
  const [keyFile, hookSecretFile] = [join(folder, 'key'), join(folder, 'hook')];
  const clock = new ManualClock(FIRST_DAY);
  let provider: Awaited<ReturnType<typeof serveProvider>>;
  let setup: Omit<MoneyDay, 'at' | 'part' | 'point'>;
  let lives: ReturnType<typeof livesOf<MoneyDay, MoneyDayDone>>;

  const serveProvider = () =>
    serveStandIn(createPayproc({ clock, tellEvent: async () => true, hookUrl: 'https://hooks.example/hooks/payproc' }));
  beforeEach(async () => {
    lives = livesOf(PROGRAM);
    writeFileSync(keyFile, `${KEYS.secret}\n`);
    writeFileSync(hookSecretFile, `${SIGNING_SECRET}\n`);
    provider = await serveProvider();
    const url = await engine.freshUrl();
    const db = await openTestDatabase(url);
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const ownerKey = `facility#${world.facilityId}` as const;
    const second = { orgId: world.orgId, name: 'Quay Gym', timezone: 'Europe/Berlin' };
    const withCredit = [world.facilityId, await world.organisations.createFacility(second)];
    const references = await world.db.write(async (tx) => {
      await world.platformRates.put(tx, { charges: { pricePerFacilityDay: 1.25 } }, 'user:test');
      const party = { name: 'Iron Gym GmbH', lines: ['Muskelstraße 1'], postcode: null, city: 'Berlin', country: 'DE' };
      await world.invoices.customers.put(tx, ownerKey, { ...party, vatId: null, email: null }, 'user:test');
      const autoTopup = { enabled: true, thresholdCents: 10_000_000, amountCents: 1_000, monthlyMaxCents: null };
      await world.billing.putProfile(tx, { ownerKey, autoTopup }, 'user:test');
      const owner = await world.billing.owners.require(tx, ownerKey);
      const made: string[] = [];
      for (let i = 0; i < 25; i += 1)
        made.push(
          (await world.billing.topups.create(tx, owner, { amountCents: 10_000, dueDays: 60, by: 'user:test' }))
            .reference,
        );
      return made;
    });
    await db.close();
    const entries = references.map((text, i) => entryXml({ text, reference: `BANK-${i}` }));
    const payproc = {
      url: provider.url,
      keyFile,
      hookSecretFile,
      publishableKey: KEYS.publishable,
      appleFile: undefined,
    };
    const statement = camtXml({ closing: '2500.00', entries });
    setup = { url, payproc, ownerKey, withCredit, firstMonth: MONTHS_OVER[0] ?? '', statement };
  });
  afterEach(async () => {
    lives.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const live = (part: Part, point: number): Promise<MoneyDayDone | undefined> =>
    lives.live({ ...setup, at: isoOf(clock.wallMs()), part, point });

  it('[R97] has posted each cause once, passed no floor, and left out no statement, whenever it was killed', {
    timeout: 180_000,
  }, async () => {
    const killedAt: string[] = [];
    /** A share of a part's work each, so that no run leaves one out. */
    const kill = async (part: Part, points: number, share: number) => {
      const point = 1 + Math.floor(share * points);
      if ((await live(part, point)) === undefined) killedAt.push(`${part} ${point} of ${points}`);
    };
    const { points } = (await live('money', 0)) ?? expect.fail('the first day was not lived through');
    for (let i = 0; i < KILLED_DAYS; i += 1) {
      await clock.advance(Days(1));
      await kill('money', points, (i + Math.random()) / KILLED_DAYS);
    }
    await clock.advance(Days(1));
    await live('money', 0);
    const killed = MONTHS.slice(0, -1);
    for (const [i, month] of killed.entries()) {
      await clock.advance(Milliseconds(Date.parse(inMonth(month)) - clock.wallMs()));
      await kill('papers', PAPERS, (i + Math.random()) / killed.length);
    }
    await clock.advance(Milliseconds(Date.parse(inMonth(MONTHS.at(-1) ?? '')) - clock.wallMs()));
    const last = await live('papers', 0);
    const said = `killed at ${killedAt.join(', ')}`;
    expect(killedAt.length, said).toBeGreaterThan(KILLED_DAYS / 2 + killed.length);
    expect(last?.points, said).toBeGreaterThanOrEqual(PAPERS);
    expect(last, said).toMatchObject({ intact: true, differing: [] });

    const db = await openTestDatabase(setup.url);
    const books = await expectBooks(db, said);
    const stored = await storedIn(db);
    expectPapers(stored, books, setup.withCredit, said);
    const { transfers } = books;
    const { attempts, entries, logs, records, documents } = stored;
    const keysOf = (kind: string) =>
      transfers
        .filter((one) => one.key.startsWith(kind))
        .map(({ key }) => key)
        .toSorted();
    // What the provider has of us is booked, and nothing else is.
    const theirs = await fetch(`${provider.url}/v1/payment_intents?limit=100`, {
      headers: { authorization: `Bearer ${KEYS.secret}` },
    });
    const { data } = (await theirs.json()) as { data: { status: string; metadata: Record<string, string> }[] };
    const paid = data
      .filter(({ status }) => status === 'succeeded')
      .map(({ metadata }) => `topup:${metadata.gatehouse_attempt}`);
    expect(keysOf('topup:tup_'), said).toEqual(paid.toSorted());
    expect(
      attempts
        .filter(({ state }) => state === 'paid')
        .map(({ id }) => `topup:${id}`)
        .toSorted(),
      said,
    ).toEqual(paid.toSorted());
    // The bank's payments are each settled by one transfer.
    expect(
      entries.map(({ state }) => state),
      said,
    ).toEqual(entries.map(() => 'settled'));
    expect(new Set(entries.map(({ transfer_id }) => transfer_id)).size, said).toBe(25);
    // A facility has every day since its first, and a charge for each that is closed; a month is the sum of its days.
    const ours = logs.filter(({ facility_id }) => setup.ownerKey.endsWith(facility_id));
    expect(ours.length, said).toBe(1 + (clock.wallMs() - Date.parse(FIRST_DAY)) / Days(1));
    const closed = ours.filter(({ state }) => state === 'closed');
    // Prices count from the second day on.
    const priced = closed.filter(({ micros }) => Number(micros) > 0);
    expect(priced.length, said).toBe(closed.length - 1);
    expect(keysOf(`day:${setup.ownerKey.slice('facility#'.length)}:`), said).toEqual(
      priced.map(({ facility_id, day }) => `day:${facility_id}:${day}`).toSorted(),
    );
    const ofMonth = records.filter(({ payer_key }) => payer_key === setup.ownerKey);
    const ofDays = (month: string) =>
      sum(closed.filter(({ day }) => day.startsWith(month)).map(({ micros }) => micros));
    expect(ofMonth.map(({ month, micros }) => [month, Number(micros)]).toSorted(), said).toEqual(
      MONTHS_OVER.map((month) => [month, ofDays(month)]),
    );
    // Nothing that came in is without its invoice, and no number is left out.
    expect(
      documents.map(({ number }) => Number(number.slice(5))),
      said,
    ).toEqual(documents.map((_, i) => i + 1));
    expect(new Set(documents.map(({ about_id }) => about_id)).size, said).toBe(paid.length + 25);
  });
});
