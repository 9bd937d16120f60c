import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createAuditService } from './audit.service.ts';
import { anEntry, store } from './testing/entries.ts';

const NOW = Date.parse('2026-05-06T00:00:00.000Z');
const quiet = { info: () => undefined };

describe.each(ENGINES)('counting the audit on $name', ({ open, name }) => {
  const clock = new ManualClock('2026-05-06T00:00:00.000Z');
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  afterEach(() => db.close());

  it('Q6 counts every entry once, however many requests that takes, and the same by organisation', async () => {
    const entries = Array.from({ length: 40 }, (_, i) =>
      anEntry({
        at: NOW - (i % 17) * 1_000 - 500 - i,
        realm: i % 3 === 0 ? 'org_b' : 'org_a',
        status: i % 5 ? 200 : 404,
      }),
    );
    await store(db, entries);
    const audit = createAuditService({ db, clock, log: quiet, countAtOnce: 7 });
    for (const visible of ['everything', [{ id: 'org_a' as OrgId }, { id: 'org_b' as OrgId }]] as const) {
      let to = NOW;
      let [total, refused, requests] = [0, 0, 0];
      for (const from = NOW - Seconds(60); to > from; requests++) {
        const found = await audit.statistics(visible, { from, to });
        const failures = await audit.failures(visible, { from, to });
        expect(failures).toMatchObject({ from: found.from, counts: found.counts });
        expect(found.counts.total).toBeLessThanOrEqual(visible === 'everything' ? 7 : 14);
        total += found.counts.total;
        refused += found.counts.refused;
        to = found.from;
      }
      expect([total, refused]).toEqual([40, 8]);
      expect(requests).toBeGreaterThan(2);
    }
  });

  it('Q6 lets others run between a few thousand entries, however close together they are', async () => {
    const audit = createAuditService({ db, clock, log: quiet });
    await store(
      db,
      Array.from({ length: 11_000 }, (_, i) => anEntry({ at: NOW - 1 - (i % 900) })),
    );
    let turns = 0;
    let counting = true;
    const others = (async () => {
      for (; counting; turns++) await new Promise(setImmediate);
    })();
    expect((await audit.statistics('everything', { from: NOW - Seconds(60), to: NOW })).counts.total).toBe(11_000);
    counting = false;
    await others;
    // Twice over, for outcomes and for callers.
    if (name === 'sqlite') expect(turns).toBeGreaterThanOrEqual(6);
  });
});
