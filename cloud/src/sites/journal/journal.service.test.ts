import { type Fact, factHash } from '@gatehouse/shared/journal/fact.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { chainOf, EPOCH } from '../../testing/fact-chain.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { journalRepo } from './journal.repo.ts';
import { createJournalService, type JournalService } from './journal.service.ts';

describe.each(ENGINES)('the intake of facts on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let journal: JournalService;
  let heard: number[];
  let asked: { epoch: string; from: number; to: number }[];
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    heard = [];
    asked = [];
    journal = createJournalService({
      db,
      clock,
      boxes: world.boxes,
      warnings: world.warnings,
      askFor: (_boxId, range) => void asked.push(range),
      doorsEverOf: world.doors.everOf,
      told: async (_tx, _box, _facility, fact) => void heard.push(fact.seq),
    });
  });
  const stored = () =>
    db
      .read((tx) => tx.selectFrom('box_fact').select('seq').orderBy('seq').execute())
      .then((rows) => rows.map(({ seq }) => seq));

  it('stores facts in order and says how far it has them', async () => {
    const facts = chainOf(world.boxId, 5);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(0, 3))).toBe(3);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(3))).toBe(5);
    expect(heard).toEqual([1, 2, 3, 4, 5]);
  });

  it('N11 takes up thirty new journals of a box a day, and the next when the first is a day old', async () => {
    const begin = (n: number) => {
      const epoch = `0c1d2e3f-0000-4000-8000-${String(n).padStart(12, '0')}`;
      return journal.storeFacts(world.boxId, epoch, chainOf(world.boxId, 1, epoch));
    };
    for (let n = 0; n < 30; n++) expect(await begin(n)).toBe(1);
    expect(await begin(30)).toBeUndefined();
    expect(await begin(7)).toBe(1);
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ subject: world.boxId }]);
    await clock.advance(Days(1));
    expect(await begin(30)).toBe(1);
  });

  it('acknowledges nothing beyond a gap, and everything once it is filled', async () => {
    const facts = chainOf(world.boxId, 5);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(3))).toBe(0);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(0, 2))).toBe(2);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(2, 3))).toBe(5);
  });

  it('stores each fact once, in whatever order and however often it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uuid({ version: 4 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10 }),
        fc.array(fc.nat(9), { maxLength: 10 }),
        async (epoch, order, repeats) => {
          const facts = chainOf(world.boxId, 10, epoch);
          for (const index of [...order, ...repeats])
            await journal.storeFacts(world.boxId, epoch, [facts[index] as Fact]);
          const rows = await db.read((tx) =>
            tx.selectFrom('box_fact').where('epoch', '=', epoch).select('seq').orderBy('seq').execute(),
          );
          expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        },
      ),
      { numRuns: 10 },
    );
    expect(await world.warnings.list(world.facilityId)).toEqual([]);
  });

  it('the newest facts are those that the box wrote last, not those that came last', async () => {
    const facts = chainOf(world.boxId, 4);
    const later = '0c1d2e3f-0000-4000-8000-000000000002';
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(2));
    await clock.advance(Seconds(1));
    await journal.storeFacts(world.boxId, later, chainOf(world.boxId, 2, later));
    await clock.advance(Seconds(1));
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(0, 2));
    const newest = async (limit: number) =>
      (await journal.recent(world.boxId, limit)).map(({ epoch, seq }) => `${epoch.slice(-1)}/${seq}`);
    expect(await newest(5)).toEqual(['2/2', '2/1', '1/4', '1/3', '1/2']);
    expect(await newest(1)).toEqual(['2/2']);
  });

  it('five intakes of overlapping batches at once lose nothing and double nothing', async () => {
    const facts = chainOf(world.boxId, 40);
    const batches = [0, 8, 16, 24, 0].map((from) => facts.slice(from, from + 16));
    await Promise.all(batches.map((batch) => journal.storeFacts(world.boxId, EPOCH, batch)));
    expect(await stored()).toEqual(facts.map(({ seq }) => seq));
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(0, 1))).toBe(40);
    expect(heard.toSorted((a, b) => a - b)).toEqual(facts.map(({ seq }) => seq));
  });

  it.each([
    ['whose content was changed', (fact: Fact): Fact => ({ ...fact, wallMs: fact.wallMs + 1 })],
    ['that names another predecessor', (fact: Fact): Fact => ({ ...fact, prev: '0'.repeat(64) })],
  ])('keeps a fact %s, and warns', async (_what, change) => {
    const facts = chainOf(world.boxId, 3);
    facts[1] = change(facts[1] as Fact);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts)).toBe(3);
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'journal_chain_broken' }]);
  });

  it('stores and acknowledges nothing of a copy of a box, and warns', async () => {
    const original = chainOf(world.boxId, 5);
    const copy = chainOf(world.boxId, 3).concat(
      chainOf(world.boxId, 6)
        .slice(3)
        .map((fact) => ({ ...fact, wallMs: fact.wallMs + 1, hash: factHash({ ...fact, wallMs: fact.wallMs + 1 }) })),
    );
    expect(await journal.storeFacts(world.boxId, EPOCH, original)).toBe(5);
    expect(await journal.storeFacts(world.boxId, EPOCH, copy)).toBeUndefined();
    expect(await stored()).toEqual([1, 2, 3, 4, 5]);
    expect(await world.warnings.list(world.facilityId)).toMatchObject([{ kind: 'box_cloned', subject: world.boxId }]);
    expect(await journal.storeFacts(world.boxId, EPOCH, original)).toBe(5);
  });
  it('takes nothing from a box that was decommissioned', async () => {
    await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: world.boxId, by: 'test' }));
    await expect(journal.storeFacts(world.boxId, EPOCH, chainOf(world.boxId, 1))).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  /** The box says where its journal stands; it does so every five seconds. */
  const beacons = async (
    seconds: number,
    says: { lastSeq: number; firstSeq?: number; lost?: number; epoch?: string },
  ) => {
    for (let second = 0; second < seconds; second += 5) {
      journal.heard(world.boxId, { epoch: EPOCH, firstSeq: 1, ...says });
      await journal.sweep();
      await clock.advance(Seconds(5));
    }
    journal.heard(world.boxId, { epoch: EPOCH, firstSeq: 1, ...says });
    await journal.sweep();
  };
  const warnings = async () =>
    (await world.warnings.list(world.facilityId)).map(({ kind, message }) => ({ kind, message }));

  it('asks for what is missing, warns of it after a minute, and is silent again when it has come', async () => {
    const facts = chainOf(world.boxId, 20);
    await journal.storeFacts(world.boxId, EPOCH, [...facts.slice(0, 4), ...facts.slice(8, 10), ...facts.slice(15)]);
    await beacons(55, { lastSeq: 20 });
    expect(asked[0]).toEqual({ epoch: EPOCH, from: 5, to: 8 });
    expect(await warnings()).toEqual([]);
    expect(await journal.standing(world.boxId)).toMatchObject([
      {
        epoch: EPOCH,
        through: 4,
        highest: 20,
        missing: [
          { from: 5, to: 8 },
          { from: 11, to: 15 },
        ],
        gone: [],
      },
    ]);
    await beacons(10, { lastSeq: 20 });
    expect(await warnings()).toMatchObject([{ kind: 'journal_gap', message: expect.stringContaining('5–8, 11–15') }]);
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(4, 8));
    expect(await warnings()).toHaveLength(1);
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(10, 15));
    expect(await warnings()).toEqual([]);
    expect(await journal.standing(world.boxId)).toMatchObject([{ through: 20, gapSince: null, missing: [] }]);
  });

  it('what is missing of a box that was decommissioned is looked for no longer', async () => {
    const facts = chainOf(world.boxId, 4);
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(2));
    const looked = async () => (await db.read((tx) => journalRepo(tx).withGaps())).map(({ box_id }) => box_id);
    expect(await looked()).toEqual([world.boxId]);
    await world.db.write((tx) => world.doorControllers.decommission(tx, { boxId: world.boxId, by: 'test' }));
    expect(await looked()).toEqual([]);
  });

  it('a restored database asks for what it lost, of a box that has nothing new to say', async () => {
    const facts = chainOf(world.boxId, 12);
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(0, 3));
    await beacons(70, { lastSeq: 12 });
    expect(asked[0]).toEqual({ epoch: EPOCH, from: 4, to: 12 });
    expect(await warnings()).toMatchObject([{ kind: 'journal_gap' }]);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(3))).toBe(12);
    await beacons(5, { lastSeq: 12 });
    expect(await warnings()).toEqual([]);
    asked.length = 0;
    await beacons(120, { lastSeq: 12 });
    expect(asked).toEqual([]);
  });

  it('one that knows nothing of the epoch asks from the first fact that the box still has', async () => {
    const facts = chainOf(world.boxId, 30);
    await beacons(5, { lastSeq: 30, firstSeq: 11 });
    await beacons(20, { lastSeq: 30, firstSeq: 11 });
    expect(asked[0]).toEqual({ epoch: EPOCH, from: 11, to: 30 });
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(10))).toBe(30);
    await beacons(5, { lastSeq: 30, firstSeq: 11 });
    expect(await warnings()).toMatchObject([{ kind: 'journal_facts_gone', message: expect.stringContaining('1–10') }]);
  });

  it('what the box no longer has is given up, said, and holds nothing else back', async () => {
    const facts = chainOf(world.boxId, 40);
    await journal.storeFacts(world.boxId, EPOCH, [...facts.slice(0, 4), ...facts.slice(6, 8), ...facts.slice(20)]);
    await beacons(5, { lastSeq: 40, firstSeq: 16 });
    expect(await journal.standing(world.boxId)).toMatchObject([
      {
        through: 15,
        missing: [{ from: 16, to: 20 }],
        gone: [
          { from: 5, to: 6 },
          { from: 9, to: 15 },
        ],
      },
    ]);
    expect(await journal.storeFacts(world.boxId, EPOCH, facts.slice(15, 20))).toBe(40);
    expect(await warnings()).toMatchObject([
      { kind: 'journal_facts_gone', message: expect.stringContaining('5–6, 9–15') },
    ]);
  });

  it('N11 journals of which a box only speaks count for the day as well: no more are taken note of, nor warned of', async () => {
    const named = (n: number) => `0c1d2e3f-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const rows = async () =>
      db.read(async (tx) => {
        const counts: number[] = [];
        for (const table of ['box_epoch', 'box_fact_missing', 'warning'] as const) {
          const all = tx.selectFrom(table).select(({ fn }) => fn.countAll().as('rows'));
          counts.push(Number((await all.executeTakeFirstOrThrow()).rows));
        }
        return counts;
      });
    for (let n = 0; n < 40; n++) await beacons(5, { lastSeq: 30, firstSeq: 11, epoch: named(n) });
    expect(await rows()).toEqual([30, 30, 31]);
    expect((await warnings()).filter(({ kind }) => kind === 'box_cloned')).toHaveLength(1);
    for (let n = 40; n < 50; n++) await beacons(70, { lastSeq: 30, epoch: named(n) });
    expect(await rows()).toEqual([30, 30, 31]);
    expect(await journal.storeFacts(world.boxId, named(60), chainOf(world.boxId, 1, named(60)))).toBeUndefined();
    await clock.advance(Days(1));
    for (let n = 60; n < 62; n++) await beacons(70, { lastSeq: 30, epoch: named(n) });
    expect((await rows())[0]).toBe(32);
  });

  it('a journal that the box has ended is waited for no longer', async () => {
    const facts = chainOf(world.boxId, 9);
    await journal.storeFacts(world.boxId, EPOCH, facts.slice(4));
    await beacons(5, { lastSeq: 0, epoch: '0c1d2e3f-0000-4000-8000-000000000002' });
    expect(await journal.standing(world.boxId)).toMatchObject([
      { through: 9, gapSince: null, gone: [{ from: 1, to: 4 }] },
    ]);
    expect(await warnings()).toMatchObject([{ kind: 'journal_facts_gone' }]);
  });

  it('a long queue that drains is no gap', async () => {
    const facts = chainOf(world.boxId, 30);
    for (let i = 0; i < 30; i++) {
      await journal.storeFacts(world.boxId, EPOCH, facts.slice(i, i + 1));
      await beacons(5, { lastSeq: 1_000 });
    }
    expect(asked).toEqual([]);
    expect(await warnings()).toEqual([]);
  });

  it('a box whose disk takes nothing is warned of until it does', async () => {
    await beacons(5, { lastSeq: 0, lost: 17 });
    expect(await warnings()).toMatchObject([{ kind: 'box_disk_full', message: expect.stringContaining('17') }]);
    await beacons(5, { lastSeq: 0 });
    expect(await warnings()).toEqual([]);
  });
});
