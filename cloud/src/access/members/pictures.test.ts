import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import type { Picture } from './member-picture.ts';
import { picturesRepo } from './pictures.repo.ts';
import { createPictures } from './pictures.ts';

const aPicture = (hash: string): Picture => ({
  bytes: new Uint8Array([1, 2, 3]),
  type: 'image/png',
  hash: hash.repeat(64),
});

describe.each(ENGINES)('pictures in the object store on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let objects: ReturnType<typeof memoryObjectStore>;
  let pictures: ReturnType<typeof createPictures>;
  const logged: string[] = [];
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    objects = memoryObjectStore();
    logged.length = 0;
    const log = { error: (_detail: unknown, message: string) => void logged.push(message) };
    pictures = createPictures({ db, clock, objects: objects.store, random: systemRandom, log });
  });
  afterEach(() => db.close());

  const ledger = () =>
    db.read((tx) => tx.selectFrom('member_picture').select(['object_key', 'state']).orderBy('object_key').execute());
  const use = (key: string) => db.write((tx) => picturesRepo(tx).use(key, clock.wallMs()));

  it('each gets a key of its own that ends in its hash, also the same one twice', async () => {
    const [a, b] = await pictures.put([aPicture('a'), aPicture('a')]);
    expect(a).toMatch(/^members\/[0-9a-z]{16}\/a{64}\.png$/);
    expect(a).not.toBe(b);
    expect(objects.objects.size).toBe(2);
  });

  it('those that no row has come to name are removed at the end of the request', async () => {
    const keys = (await pictures.put([aPicture('a'), aPicture('b')])) as string[];
    expect(await use(keys[0] as string)).toBe(true);
    await pictures.settle(keys);
    expect([...objects.objects.keys()]).toEqual([keys[0]]);
    expect(await ledger()).toEqual([{ object_key: keys[0], state: 'used' }]);
  });

  it('those of one request may be more than a statement takes', async () => {
    const keys: string[] = [];
    for (let i = 0; i < 35; i++)
      keys.push(...((await pictures.put(Array.from({ length: 1_000 }, () => aPicture('a')))) as string[]));
    await use(keys[0] as string);
    await pictures.settle(keys);
    expect(logged).toEqual([]);
    expect([...objects.objects.keys()]).toEqual([keys[0]]);
    expect(await ledger()).toEqual([{ object_key: keys[0], state: 'used' }]);
  });

  it('those of a request that died are swept after an hour, and not before', async () => {
    const [lost, used] = (await pictures.put([aPicture('a'), aPicture('b')])) as [string, string];
    await use(used);
    await clock.advance(Minutes(59));
    await pictures.sweep();
    expect(objects.objects.has(lost)).toBe(true);
    await clock.advance(Minutes(2));
    await pictures.sweep();
    expect([...objects.objects.keys()]).toEqual([used]);
    expect(await ledger()).toEqual([{ object_key: used, state: 'used' }]);
  });

  it('a row cannot come to name an object that is being removed', async () => {
    const [key] = (await pictures.put([aPicture('a')])) as [string];
    await clock.advance(Hours(2));
    await pictures.sweep();
    expect(await use(key)).toBe(false);
  });

  it('one that cannot be removed stays known until it is', async () => {
    const [key] = (await pictures.put([aPicture('a')])) as [string];
    objects.failures.push(new ObjectStoreError('down'));
    await pictures.settle([key]);
    expect(objects.objects.has(key)).toBe(true);
    expect(await ledger()).toEqual([{ object_key: key, state: 'doomed' }]);
    expect(logged).toHaveLength(1);
    await pictures.sweep();
    expect(objects.objects.size).toBe(0);
    expect(await ledger()).toEqual([]);
  });

  it('a store that fails is not asked again and again, and what it may have half kept is removed', async () => {
    objects.failures.push(new ObjectStoreError('down'));
    const many = Array.from({ length: 30 }, () => aPicture('a'));
    const keys = await pictures.put(many);
    expect(keys).toHaveLength(30);
    expect(keys.filter((key) => key !== undefined)).toHaveLength(7);
    await pictures.settle(keys.filter((key) => key !== undefined));
    await clock.advance(Hours(2));
    await pictures.sweep();
    expect(objects.objects.size).toBe(0);
    expect(await ledger()).toEqual([]);
  });
});
