import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeadRow, openAccessDb } from './access-db.ts';
import { createPulled } from './pulled.ts';
import { A_GYM, aFacility, aPerson, bytesOf, type CloudSnapshot, cardKey, cloudSnapshot } from './snapshot.kit.ts';
import { createSnapshotReader } from './snapshot-reader.ts';
import { storeProblem } from './soundness.ts';
import type { PageOutcome } from './writer-messages.ts';

const aStore = (path = join(mkdtempSync(join(tmpdir(), 'access-')), 'access.db')) => {
  const db = openAccessDb(path, 512);
  const rosters: number[] = [];
  const pulled = createPulled(db, ({ revision }) => void rosters.push(revision));
  const head = () => db.prepare<[], HeadRow>('SELECT * FROM head').get();
  return { path, db, pulled, head, rosters };
};
const step = ({ pulled }: ReturnType<typeof aStore>, cloud: CloudSnapshot, most?: number) =>
  pulled.page(bytesOf(cloud.page(pulled.cursor(), most)), A_GYM);
const pullAll = (store: ReturnType<typeof aStore>, cloud: CloudSnapshot, most?: number): PageOutcome => {
  let outcome = step(store, cloud, most);
  while (outcome.is === 'more') outcome = step(store, cloud, most);
  return outcome;
};
const numbersIn = ({ db }: ReturnType<typeof aStore>) =>
  db.prepare<[], number>('SELECT number FROM person ORDER BY number').pluck().all();

const aCloud = (persons: number) => {
  const cloud = cloudSnapshot();
  cloud.put({ kind: 'facility', id: '', data: aFacility() });
  for (let n = 1; n <= persons; n++)
    cloud.put({ kind: 'person', id: String(n), data: aPerson({}, { keys: [cardKey(String(n))] }) });
  return cloud;
};

interface World {
  cloud: CloudSnapshot;
  store: ReturnType<typeof aStore>;
  epochs: number;
}
const aChange = () => fc.record({ id: fc.integer({ min: 1, max: 6 }), gone: fc.boolean(), card: fc.nat(3) });
const anEvent = () =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ change: fc.uniqueArray(aChange(), { maxLength: 3, selector: ({ id }) => id }) }),
    },
    { weight: 4, arbitrary: fc.record({ page: fc.integer({ min: 1, max: 4 }) }) },
    fc.constantFrom('lost' as const, 'restart' as const, 'epoch' as const),
  );
type Event = ReturnType<typeof anEvent> extends fc.Arbitrary<infer E> ? E : never;

const happen = (world: World, event: Event): void => {
  const { cloud, store } = world;
  if (event === 'lost') return void cloud.page(store.pulled.cursor(), 1); // Asked for, and never arrived.
  if (event === 'restart') {
    store.db.close();
    world.store = aStore(store.path);
  } else if (event === 'epoch') {
    world.cloud = cloudSnapshot(`11111111-2222-4333-8444-${String(++world.epochs).padStart(12, '0')}`);
    for (const entry of cloud.live()) world.cloud.put(entry);
  } else if ('page' in event) step(store, cloud, event.page);
  else
    cloud.put(
      ...event.change.map(({ id, gone, card }) => ({
        kind: 'person' as const,
        id: String(id),
        data: gone ? null : aPerson({}, { keys: [cardKey(String(card))] }),
      })),
    );
};

it('takes what a newer cloud says besides, and holds the same as the cloud', () => {
  const [store, cloud] = [aStore(), cloudSnapshot()];
  const newer = { afterwards: { something: 1 } };
  cloud.put({ kind: 'facility', id: '', data: { ...aFacility(), ...newer } });
  cloud.put({ kind: 'person', id: '1', data: { ...aPerson({}, { keys: [cardKey('1')] }), ...newer } });
  expect(pullAll(store, cloud)).toMatchObject({ is: 'switched', head: { hash: cloud.head().hash } });
  expect(storeProblem(store.db)).toBeUndefined();
  const reader = createSnapshotReader(store.db);
  expect(reader.ground()?.facility.facts.timezone).toBe('Europe/Berlin');
  expect(reader.byNumber(1)?.person).toBeDefined();
});

describe('a snapshot that is pulled', () => {
  it('counts once all of it is there, and not before', () => {
    const store = aStore();
    const cloud = aCloud(5);
    expect(step(store, cloud, 3)).toEqual({ is: 'more' });
    expect(store.head()).toBeUndefined();
    expect(numbersIn(store)).toEqual([]);
    expect(pullAll(store, cloud, 3)).toMatchObject({ is: 'switched', whole: true, head: cloud.head() });
    expect(numbersIn(store)).toEqual([1, 2, 3, 4, 5]);
    expect(storeProblem(store.db)).toBeUndefined();
    expect(step(store, cloud)).toEqual({ is: 'current' });
  });

  it('changes by what changed only, and what is gone is gone with its credentials', () => {
    const store = aStore();
    const cloud = aCloud(3);
    pullAll(store, cloud);
    cloud.put({ kind: 'person', id: '2', data: null }, { kind: 'person', id: '9', data: aPerson({ banned: true }) });
    const page = cloud.page(store.pulled.cursor());
    expect(page.entries).toHaveLength(2);
    expect(store.pulled.page(bytesOf(page), A_GYM)).toMatchObject({ is: 'switched', whole: false });
    expect(numbersIn(store)).toEqual([1, 3, 9]);
    expect(storeProblem(store.db)).toBeUndefined();
    expect(store.db.prepare('SELECT count(*) FROM credential').pluck().get()).toBe(2);
  });

  it('[I7] ends with what the cloud has, whatever cuts it off and whatever changes meanwhile, and never goes back', () => {
    fc.assert(
      fc.property(fc.array(anEvent(), { maxLength: 30 }), (events) => {
        const world: World = { cloud: aCloud(2), store: aStore(), epochs: 0 };
        let acknowledged = { epoch: '', revision: 0 };
        for (const event of events) {
          happen(world, event);
          const now = world.store.head();
          if (now?.epoch === acknowledged.epoch) expect(now.revision).toBeGreaterThanOrEqual(acknowledged.revision);
          if (now !== undefined) acknowledged = now;
        }
        const { cloud, store } = world;
        pullAll(store, cloud, 2);
        expect(store.head()).toMatchObject({ ...cloud.head(), epoch: cloud.epoch });
        const persons = cloud.live().filter(({ kind }) => kind === 'person');
        expect(numbersIn(store)).toEqual(persons.map(({ id }) => Number(id)).sort((a, b) => a - b));
        expect(storeProblem(store.db)).toBeUndefined();
        store.db.close();
      }),
      { numRuns: 40 },
    );
  });

  it('is refused whole where it does not come to what the cloud says, and pulled anew from nothing', () => {
    const store = aStore();
    const cloud = aCloud(3);
    pullAll(store, cloud);
    const before = store.head();
    cloud.put({ kind: 'person', id: '1', data: aPerson({ banned: true }) });
    const page = cloud.page(store.pulled.cursor());
    const wrong = { ...page, head: { ...page.head, hash: 'a'.repeat(64) } };
    expect(store.pulled.page(bytesOf(wrong), A_GYM)).toMatchObject({ is: 'refused', anew: true });
    expect(store.head()).toEqual(before);
    expect(storeProblem(store.db)).toBeUndefined();
    expect(store.pulled.cursor()).toEqual({ epoch: undefined, after: 0 });
    expect(aStore(store.path).pulled.cursor()).toEqual({ epoch: undefined, after: 0 });
    expect(pullAll(store, cloud, 2)).toMatchObject({ is: 'switched', whole: true, head: cloud.head() });
  });

  it.each([
    ['of another facility', { facilityId: 'fac_000000000000000z' }],
    ['that goes on from somewhere else', { after: 2 }],
    ['whose end is not its head', { through: 1 }],
    ['with an entry from outside of it', { after: 4, through: 4 }],
    ['of the wrong form', { v: 2 }],
    ['with no facility', { entries: [] }],
  ])('a page %s changes nothing', (_what, over) => {
    const store = aStore();
    const cloud = aCloud(3);
    expect(store.pulled.page(bytesOf({ ...cloud.page({ after: 0 }), ...over }), A_GYM)).toMatchObject({
      is: 'refused',
    });
    expect(store.head()).toBeUndefined();
    expect(pullAll(store, cloud)).toMatchObject({ is: 'switched' });
  });

  it('takes nothing that no reader may walk, and nothing at all for garbage', () => {
    const store = aStore();
    const cloud = aCloud(1);
    const unsound = { ...aPerson(), record: Buffer.from('no record').toString('base64') };
    cloud.put({ kind: 'person', id: '2', data: unsound });
    expect(pullAll(store, cloud)).toMatchObject({ is: 'refused', why: 'the record of person 2 is unsound' });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytesOf)), (bytes) => {
        expect(store.pulled.page(bytes, A_GYM)).toMatchObject({ is: 'refused', anew: false });
      }),
    );
    expect(store.head()).toBeUndefined();
  });

  it('never leads back within an epoch', () => {
    const store = aStore();
    const cloud = aCloud(3);
    const old = cloud.page({ after: 0 });
    cloud.put({ kind: 'person', id: '1', data: aPerson({ banned: true }) });
    pullAll(store, cloud);
    const { revision } = cloud.head();
    expect(store.pulled.page(bytesOf(old), A_GYM)).toMatchObject({ is: 'refused' });
    expect(store.head()).toMatchObject({ revision });
  });

  it('says that there is none yet where the cloud has made none', () => {
    expect(pullAll(aStore(), cloudSnapshot())).toEqual({ is: 'nothing_yet' });
  });

  it('keeps who breaks glass in a second file, whenever that changes', () => {
    const store = aStore();
    const cloud = aCloud(1);
    pullAll(store, cloud);
    const glass = { target: { kind: 'facility' }, breakGlass: true } as const;
    cloud.put({ kind: 'person', id: '7', data: aPerson({ grants: [glass] }) });
    pullAll(store, cloud);
    expect(store.rosters).toEqual([2, 3]);
  });
});
