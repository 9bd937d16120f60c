// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { camtXml, entryXml } from '@gatehouse/cloud/commerce/statements/testing/a-statement.ts';
import { ENGINES, openTestDatabase } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPayproc, KEYS, SIGNING_SECRET } from '@gatehouse/stand-ins/payproc/payproc.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectBooks, sum } from './books.ts';
import { livesOf } from './lives.ts';
import type { MoneyDay, MoneyDayDone } from './money-crash-process.ts';

const PROGRAM = fileURLToPath(new URL('./money-crash-process.ts', import.meta.url));
/** From the end of one month into the next: the process of each day but the first and the last is killed, and never started again on that day. */
const KILLED_DAYS = 8;
const FIRST_DAY = '2026-01-26T03:00:00.000Z';

const storedIn = (db: Database) =>
  db.read(async (tx) => ({
    attempts: await tx.selectFrom('topup_attempt').selectAll().execute(),
    entries: await tx.selectFrom('bank_entry').select(['state', 'transfer_id']).execute(),
    logs: await tx.selectFrom('billing_log').selectAll().orderBy('day').execute(),
    records: await tx.selectFrom('monthly_record').selectAll().execute(),
    documents: await tx.selectFrom('tax_document').select(['number', 'about_id']).orderBy('number').execute(),
  }));

describe.each(ENGINES)('a cloud that is killed while it moves money, on $name', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-money-'));
  const [keyFile, hookSecretFile] = [join(folder, 'key'), join(folder, 'hook')];
  const clock = new ManualClock(FIRST_DAY);
  let provider: Awaited<ReturnType<typeof serveProvider>>;
  let setup: Omit<MoneyDay, 'at' | 'point'>;
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
    setup = { url, payproc, ownerKey, statement: camtXml({ closing: '2500.00', entries }) };
  });
  afterEach(async () => {
    lives.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const live = (point: number): Promise<MoneyDayDone | undefined> =>
    lives.live({ ...setup, at: isoOf(clock.wallMs()), point });

  it('[R97] has posted each cause once, and passed no floor, whenever it was killed', {
    timeout: 180_000,
  }, async () => {
    const whole = await live(0);
    const points = whole?.points ?? expect.fail('the first day was not lived through');
    const killedAt: number[] = [];
    for (let i = 0; i < KILLED_DAYS; i += 1) {
      await clock.advance(Days(1));
      // A part of the day's work each, so that no run leaves one out.
      const point = 1 + Math.floor(((i + Math.random()) * points) / KILLED_DAYS);
      if ((await live(point)) === undefined) killedAt.push(point);
    }
    await clock.advance(Days(1));
    await live(0);
    await clock.advance(Days(1));
    const last = await live(0);
    const said = `killed at ${killedAt.join(', ')} of ${points}`;
    expect(killedAt.length, said).toBeGreaterThan(KILLED_DAYS / 2);
    expect(last, said).toMatchObject({ intact: true, differing: [] });

    const db = await openTestDatabase(setup.url);
    const { transfers } = await expectBooks(db, said);
    const { attempts, entries, logs, records, documents } = await storedIn(db);
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
    expect(ours.length, said).toBe(KILLED_DAYS + 3);
    const closed = ours.filter(({ state }) => state === 'closed');
    // Prices count from the second day on.
    const priced = closed.filter(({ micros }) => Number(micros) > 0);
    expect(priced.length, said).toBe(closed.length - 1);
    expect(keysOf(`day:${setup.ownerKey.slice('facility#'.length)}:`), said).toEqual(
      priced.map(({ facility_id, day }) => `day:${facility_id}:${day}`).toSorted(),
    );
    const ofMonth = records.filter(({ payer_key }) => payer_key === setup.ownerKey);
    const january = closed.filter(({ day }) => day.startsWith('2026-01')).map(({ micros }) => micros);
    expect(
      ofMonth.map(({ month, micros }) => [month, Number(micros)]),
      said,
    ).toEqual([['2026-01', sum(january)]]);
    // Nothing that came in is without its invoice, and no number is left out.
    expect(
      documents.map(({ number }) => Number(number.slice(5))),
      said,
    ).toEqual(documents.map((_, i) => i + 1));
    expect(new Set(documents.map(({ about_id }) => about_id)).size, said).toBe(paid.length + 25);
  });
});
