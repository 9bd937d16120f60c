import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Timer } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createBucket } from '@gatehouse/stand-ins/s3/bucket.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileObjectStore } from './file-object-store.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const SETTINGS = {
  region: 'ap-southeast-2',
  bucket: 'gym-pictures',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-objects-'));
let standIn: ServedStandIn<ReturnType<typeof createBucket>>;
beforeAll(async () => {
  standIn = await serveStandIn(createBucket({ clock: systemClock, settings: SETTINGS, keysAPage: 2 }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await standIn.close();
});
/** It refuses once with each of these, and does nothing. */
const fail = (...statuses: number[]) =>
  standIn.faults.want(...statuses.map((status) => ({ kind: 'refuse', status, times: 1 }) as const));
const image = (text: string) => ({ bytes: new TextEncoder().encode(text), type: 'image/png' });

const openFiles = (at = folder) => openFileObjectStore(at, { clock: systemClock, random: systemRandom });
const openS3 = async () => createS3ObjectStore({ ...SETTINGS, endpoint: standIn.url }, { clock: systemClock });

const STORES: readonly { name: string; open: () => Promise<ObjectStore> }[] = [
  { name: 'folder', open: openFiles },
  { name: 'S3', open: openS3 },
];

describe.each(STORES)('the object store on $name', ({ open }) => {
  it('gives back what was put, byte for byte, and the newer of two', async () => {
    const store = await open();
    const bytes = systemRandom(300_000);
    await store.put('members/one.png', { bytes, type: 'image/png' });
    expect(Buffer.from((await store.get('members/one.png')) ?? [])).toEqual(Buffer.from(bytes));
    await store.put('members/one.png', image('newer'));
    expect(Buffer.from((await store.get('members/one.png')) ?? []).toString()).toBe('newer');
  });

  it('says undefined for what was never there, and for what was removed', async () => {
    const store = await open();
    expect(await store.get('members/none.png')).toBeUndefined();
    await store.put('members/two.png', image('x'));
    await store.remove('members/two.png');
    await store.remove('members/two.png');
    expect(await store.get('members/two.png')).toBeUndefined();
  });

  it.each([
    '../secrets/command-key.json',
    '/etc/passwd',
    'members/../../x',
    'members//x',
    '.drafts/x',
    'members/.hidden',
    'members/\0',
    'Members/x',
    'a%2e%2e/x',
    '',
    'x'.repeat(201),
  ])('takes no key that leads anywhere else: %j', async (key) => {
    const store = await open();
    await expect(async () => store.put(key, image('x'))).rejects.toThrow(Bug);
    await expect(async () => store.get(key)).rejects.toThrow(Bug);
    await expect(async () => store.remove(key)).rejects.toThrow(Bug);
  });

  it('lists what is below a folder, and nothing else', async () => {
    const store = await open();
    expect(await store.list('listed')).toEqual([]);
    const keys = ['listed/a.json', 'listed/deep/b.json', 'listed/deep/er/c.json', 'listed/z.json'];
    for (const key of [...keys, 'listed-not/d.json', 'other/listed/e.json']) await store.put(key, image('x'));
    expect((await store.list('listed')).sort()).toEqual(keys);
    expect(await store.list('listed/deep')).toHaveLength(2);
    await store.remove('listed/z.json');
    expect(await store.list('listed')).toHaveLength(3);
    await expect(async () => store.list('../listed')).rejects.toThrow(Bug);
  });

  it('keeps one whole object of several that are put at once', async () => {
    const store = await open();
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50_000));
    await Promise.all(texts.map((text) => store.put('members/raced.png', image(text))));
    expect(texts).toContain(Buffer.from((await store.get('members/raced.png')) ?? []).toString());
  });
});

describe('the folder of objects', () => {
  it('is for its owner only', async () => {
    const store = await openFiles();
    await store.put('private/deep/one.png', image('x'));
    expect(statSync(join(folder, 'private/deep/one.png')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'private/deep')).mode & 0o777).toBe(0o700);
  });

  it('does not follow a link that somebody put there', async () => {
    const store = await openFiles();
    await store.put('links/real.png', image('x'));
    symlinkSync('/etc/hostname', join(folder, 'links/evil.png'));
    await expect(store.get('links/evil.png')).rejects.toThrow(ObjectStoreError);
  });

  it('keeps no empty folders of objects that are gone, and loses none that is put meanwhile', async () => {
    const at = join(folder, 'emptied');
    const store = await openFiles(at);
    await store.put('members/a/x.png', image('x'));
    await store.put('members/b/y.png', image('y'));
    await store.remove('members/a/x.png');
    expect(readdirSync(join(at, 'members'))).toEqual(['b']);
    await store.remove('members/b/y.png');
    expect(readdirSync(at)).toEqual(['.drafts']);
    for (let round = 0; round < 20; round++) {
      await store.put('members/old/z.png', image('z'));
      await Promise.all([store.remove('members/old/z.png'), store.put(`members/new/${round}.png`, image('new'))]);
      expect(await store.get(`members/new/${round}.png`)).toBeDefined();
      await store.remove(`members/new/${round}.png`);
    }
  });

  it('leaves no draft behind, and clears those of a process that died, but not those at work', async () => {
    const at = join(folder, 'own');
    const store = await openFiles(at);
    await store.put('members/x.png', image('x'));
    const drafts = join(at, '.drafts');
    expect(readdirSync(drafts)).toEqual([]);
    writeFileSync(join(drafts, 'old'), 'half');
    writeFileSync(join(drafts, 'young'), 'half');
    const now = systemClock.wallMs() / 1_000;
    utimesSync(join(drafts, 'old'), now - 3_700, now - 3_700);
    await openFiles(at);
    expect(readdirSync(drafts)).toEqual(['young']);
  });

  it('says of a disk that fails that the store failed, and leaves what was there', async () => {
    const store = await openFiles();
    await store.put('members/kept.png', image('kept'));
    writeFileSync(join(folder, 'blocked'), 'a file where a folder should be');
    await expect(store.put('blocked/x.png', image('x'))).rejects.toThrow(ObjectStoreError);
    expect(readdirSync(join(folder, '.drafts'))).toEqual([]);
    expect(existsSync(join(folder, 'members/kept.png'))).toBe(true);
  });
});

describe('the bucket of objects', () => {
  it('signs every request over its payload, and says what the object is', async () => {
    const store = await openS3();
    await store.put('members/signed-a.b_c.png', image('signed'));
    await store.get('members/signed-a.b_c.png');
    await store.remove('members/none.png');
    expect(standIn.objects.get('members/signed-a.b_c.png')?.type).toBe('image/png');
  });

  it('tries again when the store is busy, and gives up after three times', async () => {
    const clock = new PauselessClock();
    const store = createS3ObjectStore({ ...SETTINGS, endpoint: standIn.url }, { clock });
    fail(503, 429);
    await store.put('members/busy.png', image('at last'));
    expect(standIn.objects.get('members/busy.png')?.bytes.toString()).toBe('at last');
    expect(clock.pauses).toEqual([100, 400]);
    fail(500, 502, 503);
    await expect(store.put('members/busy.png', image('never'))).rejects.toThrow(/PUT of an object: 503/);
    expect(standIn.faults.wanted()).toEqual([]);
    expect(clock.pauses).toEqual([100, 400, 100, 400]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('never tells the secret, whatever goes wrong', async () => {
    const wrong = { ...SETTINGS, secretAccessKey: 'another-secret', endpoint: standIn.url };
    const refused = await createS3ObjectStore(wrong, { clock: systemClock })
      .put('members/x.png', image('x'))
      .catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(ObjectStoreError);
    expect(String(refused)).toContain('SignatureDoesNotMatch');
    expect(JSON.stringify([String(refused), (refused as Error).stack])).not.toContain('another-secret');
  });
});

/** Pauses of a second at most are over at once; the time limits of real requests never come. */
class PauselessClock extends ManualClock {
  readonly pauses: number[] = [];

  override after(delay: Duration, run: () => void): Timer {
    if (delay > 1_000) return super.after(delay, run);
    this.pauses.push(delay);
    queueMicrotask(run);
    return { cancel: () => undefined };
  }
}
