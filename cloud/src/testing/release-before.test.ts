// @module-tag exhaustive
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { serveSurface } from '../kit/http/surfaces.ts';
import { authenticatePartner, partnerSurface } from '../partner/partners/partner-surface.ts';
import { createAuditService } from '../platform/audit/audit.service.ts';
import type { AnyJobKind } from '../platform/jobs/job-kind.ts';
import { startJobRunner } from '../platform/jobs/job-runner.ts';
import { createJobsService } from '../platform/jobs/jobs.service.ts';
import { sendMailJob } from '../platform/mail/mail.job.ts';
import { createMailService } from '../platform/mail/mail.service.ts';
import { authenticatePlatform, platformSurface } from '../platform/users/platform-surface.ts';
import { asTheReleaseLeftIt, type KeptRow, keptAnswers, keptTables } from './release-before.ts';
import { serveSurfaces } from './surface-api.ts';
import { scriptedLink } from './world.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** When the release was stopped: a minute after it began. */
const STOPPED_AT = '2026-01-01T00:01:00.000Z';
/** What is not kept once it is answered, as it holds a secret or is not known where the request is decided. */
const NOT_KEPT = ['devices.add'];

/** The columns that there were, each row as one text, in an order that no engine decides. */
const asTexts = (rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): string[] =>
  rows
    .map((row) =>
      columns.map((column) => (Buffer.isBuffer(row[column]) ? { hex: row[column].toString('hex') } : row[column])),
    )
    .map((values) => JSON.stringify(values))
    .sort();

describe.each(ENGINES)('a database of the release before, on $name', ({ name, freshUrl }) => {
  const migrated = async (): Promise<Database> => {
    const url = await freshUrl({ migrated: false });
    await asTheReleaseLeftIt(name, url);
    const db = await openTestDatabase(url);
    await db.migrate();
    return db;
  };

  it('keeps every row of every table, column by column', async () => {
    const db = await migrated();
    expect(keptTables.size).toBeGreaterThan(100);
    for (const [table, rows] of keptTables) {
      const columns = Object.keys(rows[0] as KeptRow);
      const now = await db.read((tx) =>
        sql<Readonly<Record<string, unknown>>>`select * from ${sql.table(table)}`.execute(tx),
      );
      expect(asTexts(now.rows, columns), table).toEqual(asTexts(rows, columns));
    }
  });

  it('has an audit that still verifies, and whose chain goes on', async () => {
    const db = await migrated();
    const clock = new ManualClock('2026-01-04T09:00:00.000Z');
    const audit = createAuditService({ db, clock, log: quiet });
    const sealed = keptTables.get('audit_day')?.[0];
    expect(await audit.verify()).toMatchObject({ intact: true, head: { day: sealed?.day, hash: sealed?.hash } });
    await audit.seal();
    const { intact, days } = await audit.verify();
    expect([intact, days.map(({ day, state }) => `${day} ${state}`)]).toEqual([
      true,
      ['2026-01-01 intact', '2026-01-02 intact', '2026-01-03 intact'],
    ]);
  });

  it('has its queued work done', async () => {
    const db = await migrated();
    const clock = new ManualClock(STOPPED_AT);
    const sent: unknown[] = [];
    const jobs = createJobsService({ db, clock, random: systemRandom });
    const server = async (mail: unknown) => void sent.push(mail);
    const mail = createMailService({
      objects: { get: async () => undefined },
      ownWording: async () => undefined,
      db,
      clock,
      random: systemRandom,
      jobs,
      server,
    });
    const kinds = [sendMailJob(mail) as AnyJobKind];
    const runner = startJobRunner({
      db,
      clock,
      time: clock,
      random: systemRandom,
      log: quiet,
      jobs,
      kinds,
      replica: 'r-1',
    });
    await clock.advance(Hours(1));
    await runner.settled();
    expect(sent).toMatchObject([{ to: 'sam@example.com', subject: 'Welcome, Łukasz', text: 'Good to have you.' }]);
    await runner.close();
  });

  it('answers what is sent again under an idempotency key as the release did', async () => {
    const db = await migrated();
    const clock = new ManualClock(STOPPED_AT);
    const orders: unknown[] = [];
    const { link } = scriptedLink(async (order) => {
      orders.push(order);
      throw new Error('nothing is carried out again');
    });
    const api = await serveSurfaces({ db, clock, link }, (world) => [
      serveSurface(partnerSurface, authenticatePartner(world)),
      serveSurface(platformSurface, authenticatePlatform(world)),
    ]);
    expect(keptAnswers.length).toBeGreaterThan(5);
    for (const { answered, request, status, json } of keptAnswers) {
      const again = await api.send(request);
      if (NOT_KEPT.includes(answered)) expect([answered, again.json.error]).toEqual([answered, 'answer_not_kept']);
      else expect([answered, again.status, again.json]).toEqual([answered, status, json]);
    }
    expect(orders).toEqual([]);
    await api.close();
  });
});
