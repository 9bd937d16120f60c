import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { chainOf, EPOCH } from '../../testing/fact-chain.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';

/** Instead of a thousand: facts are hashed and stored one by one. */
const KEPT = 30;

describe.each(ENGINES)('forgetting the facts of boxes on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let clock: ManualClock;
  let facts: Fact[];
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    world = await createWorld(db, clock, scriptedLink(() => Promise.reject(new Error('no unlock here'))).link);
    facts = chainOf(world.boxId, KEPT + 40);
  });
  const store = (from: number, to: number) => world.journal.storeFacts(world.boxId, EPOCH, facts.slice(from - 1, to));
  const seqs = async () =>
    (await db.read((tx) => tx.selectFrom('box_fact').select('seq').orderBy('seq').execute())).map(({ seq }) => seq);
  const forget = (limit = 500, kept: number | undefined = KEPT) =>
    db.write((tx) => world.journal.forgetBefore(tx, clock.wallMs() - Days(90), limit, kept));
  const warned = async () => (await world.warnings.list(world.facilityId)).map(({ kind }) => kind);

  it('takes the oldest that are of age, and leaves the newest however old they are', async () => {
    await store(1, KEPT + 20);
    await clock.sleep(Days(89));
    expect(await forget()).toBe(0);
    await clock.sleep(Days(2));
    expect(await forget(500, 1_000), 'the newest thousand').toBe(0);
    expect(await forget(7)).toBe(7);
    expect((await seqs())[0]).toBe(8);
    expect(await forget()).toBe(13);
    expect((await seqs())[0]).toBe(21);
    expect(await forget()).toBe(0);
  });

  it('takes nothing that came lately, though there is more than enough after it', async () => {
    await store(1, 10);
    await clock.sleep(Days(91));
    await store(11, KEPT + 40);
    expect(await forget()).toBe(10);
    expect((await seqs())[0]).toBe(11);
  });

  it('goes on with the chain afterwards: what comes next is stored and acknowledged, and nothing is missed', async () => {
    await store(1, KEPT + 20);
    await clock.sleep(Days(91));
    await forget();
    expect(await store(KEPT + 21, KEPT + 40)).toBe(KEPT + 40);
    expect(await world.journal.standing(world.boxId)).toMatchObject([
      { through: KEPT + 40, gapSince: null, missing: [] },
    ]);
    expect(await store(KEPT - 5, KEPT + 40), 'sent again by a box that lost our answer').toBe(KEPT + 40);
    expect(await warned()).toEqual([]);
  });

  it('takes nothing above a gap: it was not acknowledged, and its chain not followed', async () => {
    await store(1, 10);
    await store(12, KEPT + 40);
    await clock.sleep(Days(91));
    expect(await forget()).toBe(0);
    expect(await store(11, 11)).toBe(KEPT + 40);
  });

  it('a forgotten number that is sent again is an old copy of the box, which is warned of and not acknowledged', async () => {
    await store(1, KEPT + 20);
    await clock.sleep(Days(91));
    await forget();
    const before = await seqs();
    expect(await store(15, 30)).toBeUndefined();
    expect(await warned()).toEqual(['box_cloned']);
    expect(await seqs()).toEqual(before);
  });
});
