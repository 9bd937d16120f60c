import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from './engines.ts';
import { numberedFeed } from './numbered-feed.ts';
import type { Database, Tx } from './unit-of-work.ts';

const [a, b, c] = ['ptr_a', 'ptr_b', 'ptr_c'] as [PartnerId, PartnerId, PartnerId];
const feed = numberedFeed({
  events: 'partner_event',
  feed: 'partner_feed',
  owner: 'partner_id',
  lock: (tx, owner: PartnerId) =>
    tx
      .insertInto('partner_feed')
      .values({ partner_id: owner, last_seq: 0, removed_through: 0 })
      .onConflict((c) => c.column('partner_id').doUpdateSet({ partner_id: owner }))
      .returning('last_seq')
      .executeTakeFirstOrThrow(),
});
const rowsAfter = (owner: PartnerId) => (tx: Tx, after: number, limit: number) =>
  tx
    .selectFrom('partner_event')
    .where('partner_id', '=', owner)
    .where('seq', '>', after)
    .select(['id', 'seq'])
    .orderBy('seq')
    .limit(limit)
    .execute();

/** What happens at once: so many write, each follower reads a page of so many, and what is older than that is forgotten. */
const aMoment = fc.record({
  writers: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }),
  reads: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  forgets: fc.option(fc.record({ older: fc.integer({ min: 0, max: 3 }), most: fc.integer({ min: 1, max: 6 }) }), {
    nil: undefined,
  }),
});

describe.each(ENGINES)('a feed that is numbered as it is read, on $name', ({ name, open }) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  let made = 0;
  let now = 1_000;

  /** A unit that commits some turns after it has written. */
  const write = (owner: PartnerId, turns: number) =>
    db.write(async (tx) => {
      const event = {
        id: `fev_${++made}`,
        partner_id: owner,
        facility_id: 'fac_1' as FacilityId,
        kind: 'unlock',
        data: '{}',
      };
      const values = { ...event, occurred_at: now, recorded_at: now, member_id: null, seq: null };
      await tx.insertInto('partner_event').values(values).execute();
      for (let turn = 0; turn < turns; turn++) await tx.selectFrom('partner_feed').select('last_seq').execute();
    });
  const removedThrough = async (owner: PartnerId): Promise<number> =>
    (await db.read((tx) => tx.selectFrom('partner_feed').where('partner_id', '=', owner).selectAll().execute()))[0]
      ?.removed_through ?? 0;

  /** Reads on from where it was, and holds each page against what a feed promises. */
  const follower = (owner: PartnerId) => {
    let after: number | undefined;
    const seen: string[] = [];
    let missed = 0;
    const read = async (limit: number): Promise<boolean> => {
      const from = after ?? 0;
      const page = await feed.page(db, owner, { rowsAfter: rowsAfter(owner), after, limit });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      // A page without rows may pass what was forgotten while it was read.
      const begin = page.rows[0]?.seq ?? page.next + 1;
      expect(page.rows.map(({ seq }) => seq)).toEqual(page.rows.map((_row, i) => begin + i));
      // Only what is forgotten is passed over, and whoever was reading already is told so.
      if (begin > from + 1) {
        expect(begin - 1).toBeLessThanOrEqual(await removedThrough(owner));
        expect(page.complete && after !== undefined).toBe(false);
      }
      missed += begin - from - 1;
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
      return page.more;
    };
    const readAll = async () => {
      while (await read(3));
      return { seen, missed };
    };
    return { read, readAll };
  };

  it('shows everybody the same order without holes, whoever writes, reads and forgets meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aMoment, { maxLength: 6 }), async (moments) => {
        const owner = `ptr_${++made}` as PartnerId;
        const early = follower(owner);
        const late = follower(owner);
        let written = 0;
        for (const { writers, reads, forgets } of moments) {
          now += 1;
          const reading = async () => {
            for (const limit of reads) await early.read(limit);
          };
          await Promise.all([
            ...writers.map((turns) => write(owner, turns)),
            reading(),
            forgets && db.write((tx) => feed.forgetBefore(tx, now - forgets.older, forgets.most)),
          ]);
          written += writers.length;
        }
        await write(owner, 0);
        const [all, rest] = [await early.readAll(), await late.readAll()];
        expect(all.seen.length + all.missed).toBe(written + 1);
        expect(rest.seen.length + rest.missed).toBe(written + 1);
        expect(new Set(all.seen).size).toBe(all.seen.length);
        // What is still there at the end, both have seen in one order.
        expect(all.seen.slice(-rest.seen.length)).toEqual(rest.seen);
        await db.write((tx) => feed.forgetBefore(tx, now + 1, 1_000));
        expect(await removedThrough(owner)).toBe(written + 1);
      }),
      { numRuns: name === 'sqlite' ? 60 : 20 },
    );
  });

  it('forgets of the oldest first, of whomever they are, and no more than it is told to', async () => {
    for (const owner of [a, b, a, b]) {
      now += 1;
      await write(owner, 0);
    }
    expect(await db.write((tx) => feed.forgetBefore(tx, now, 2))).toBe(2);
    expect(await db.write((tx) => feed.forgetBefore(tx, now, 2))).toBe(1);
    expect(await db.write((tx) => feed.forgetBefore(tx, now, 2))).toBe(0);
    expect([await removedThrough(a), await removedThrough(b)]).toEqual([2, 1]);
    const page = await feed.page(db, b, { rowsAfter: rowsAfter(b), after: 0, limit: 9 });
    expect(page).toMatchObject({ rows: [{ seq: 2 }], next: 2, more: false, complete: false });
  });

  it('numbers no more than a thousand in one unit, and says that there is more', async () => {
    await db.write(async (tx) => {
      const row = {
        partner_id: c,
        facility_id: 'fac_1' as FacilityId,
        kind: 'unlock',
        data: '{}',
        member_id: null,
        seq: null,
      };
      for (let i = 0; i < 11; i++)
        await tx
          .insertInto('partner_event')
          .values(Array.from({ length: 100 }, () => ({ ...row, id: `fev_${++made}`, occurred_at: 1, recorded_at: 1 })))
          .execute();
    });
    expect(await db.write((tx) => feed.numberWaiting(tx, c))).toBe(1_000);
    expect(await db.read((tx) => feed.hasWaiting(tx, c))).toBe(true);
    expect(await db.write((tx) => feed.numberWaiting(tx, c))).toBe(1_100);
    expect(await db.read((tx) => feed.hasWaiting(tx, c))).toBe(false);
  });
});
