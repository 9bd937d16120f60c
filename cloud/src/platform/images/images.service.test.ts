import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { serve } from '../../kit/http/testing/serve.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import { type ImagesService, mediaPage } from './images.module.ts';
import { createImagesService } from './images.service.ts';
import { ALL_KINDS, aPng } from './testing/an-image.ts';

const DEVICE = '6f2d1c7a-0000-4000-8000-000000000001';

describe.each(ENGINES)('images of notifications on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let objects: ReturnType<typeof memoryObjectStore>;
  let images: ImagesService;
  let jobs: { imageId: string; dueAt: number | undefined }[];
  beforeEach(async () => {
    jobs = [];
    clock = new ManualClock();
    objects = memoryObjectStore();
    db = await open();
    images = createImagesService({
      db,
      clock,
      random: systemRandom,
      objects: objects.store,
      log: { error: () => undefined },
      jobs: {
        enqueue: async (_tx, _kind, payload, when) => {
          jobs.push({ ...(payload as { imageId: string }), dueAt: when?.dueAt });
          return 'job_0000000000000000';
        },
      },
    });
  });
  const rows = () => db.read((tx) => tx.selectFrom('notification_image').selectAll().execute());

  it('[R78] is readable until 7 days have passed, to the millisecond, and gone after, bytes and all', async () => {
    const at = clock.wallMs();
    const { key } = await images.keep(DEVICE, aPng());
    expect(jobs).toMatchObject([{ dueAt: at + Days(7) }]);
    await clock.advance(Milliseconds(Days(7) - 1));
    expect(await images.read(key)).toMatchObject({ type: 'image/png', goneAt: at + Days(7) });
    await clock.advance(Milliseconds(1));
    expect(await images.read(key)).toBeUndefined();
    for (const { imageId } of jobs) await images.remove(imageId);
    expect(objects.objects.size).toBe(0);
    expect(await rows()).toEqual([]);
    for (const { imageId } of jobs) await images.remove(imageId);
  });

  it('has a key of 256 bits that is nowhere in the database, nor in the object’s name', async () => {
    const keys = new Set<string>();
    for (let i = 0; i < 10; i++) keys.add((await images.keep(DEVICE, aPng())).key);
    expect(keys.size).toBe(10);
    const kept = JSON.stringify([await rows(), [...objects.objects.keys()], jobs]);
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(kept).not.toContain(key);
    }
  });

  it('leaves nothing behind that no job removes, where the store fails or the process dies', async () => {
    objects.failures.push(new ObjectStoreError('full'));
    await expect(images.keep(DEVICE, aPng())).rejects.toMatchObject({ code: 'image_not_stored' });
    expect(await rows()).toEqual([]);
    objects.failures.push(new Error('the process died'));
    await expect(images.keep(DEVICE, aPng())).rejects.toThrow('died');
    expect(jobs).toHaveLength(2);
  });

  it('is not there before it is stored', async () => {
    const { key } = await images.keep(DEVICE, aPng());
    await db.write((tx) => tx.updateTable('notification_image').set({ state: 'putting' }).execute());
    expect(await images.read(key)).toBeUndefined();
  });

  it('belongs to the device that sent it', async () => {
    const { key } = await images.keep(DEVICE, aPng());
    const isOf = (device: string, of: string) => db.read((tx) => images.isOf(tx, device, of));
    expect([await isOf(DEVICE, key), await isOf('another', key), await isOf(DEVICE, 'f'.repeat(64))]).toEqual([
      true,
      false,
      false,
    ]);
    await clock.advance(Days(7));
    expect(await isOf(DEVICE, key)).toBe(false);
  });

  it('is one of 200 at most that a device has', async () => {
    const row = {
      key_hash: '',
      device_id: DEVICE,
      type: 'image/png',
      size: 1,
      state: 'stored' as const,
      created_at: 0,
    };
    await db.write((tx) =>
      tx
        .insertInto('notification_image')
        .values(Array.from({ length: 199 }, (_, i) => ({ ...row, id: `img_${i}`, key_hash: String(i) })))
        .execute(),
    );
    await images.keep(DEVICE, aPng());
    await expect(images.keep(DEVICE, aPng())).rejects.toMatchObject({ code: 'too_many_images' });
    await images.keep('another', aPng());
    expect(objects.objects.size).toBe(2);
  });

  it('is served as what it is and nothing else, for as long as it is there, and never listed', async () => {
    const served = await serve({
      kit: memoryKit(),
      surfaces: [],
      endpoints: [],
      pages: [mediaPage({ images, clock })],
    });
    try {
      const get = (path: string, method = 'GET') => served.send({ method, path });
      for (const { type, bytes } of ALL_KINDS) {
        const { key } = await images.keep(DEVICE, bytes);
        const answer = await get(`/media/${key}`);
        expect(answer.status).toBe(200);
        expect(answer.bytes.equals(bytes)).toBe(true);
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'content-length': String(bytes.length),
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=604800, immutable',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'cross-origin',
        });
        expect(answer.headers['set-cookie']).toBeUndefined();
        const head = await get(`/media/${key}`, 'HEAD');
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        for (const path of [
          `/media/${key}/`,
          `/media/${key}0`,
          `/media/${key.slice(1)}`,
          `/media/${key.toUpperCase()}`,
        ])
          expect((await get(path)).status, path).toBe(key === key.toUpperCase() ? 200 : 404);
      }
      const { key } = await images.keep(DEVICE, aPng());
      for (const path of [
        '/media',
        '/media/',
        `/media/${'0'.repeat(64)}`,
        '/media/..%2f..%2fetc%2fpasswd',
        '/media/%00',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      expect((await get(`/media/${key}`, 'POST')).status).toBe(404);
      await clock.advance(Days(6));
      expect((await get(`/media/${key}`)).headers['cache-control']).toBe('public, max-age=86400, immutable');
      await clock.advance(Days(1));
      expect((await get(`/media/${key}`)).status).toBe(404);
    } finally {
      await served.close();
    }
  });
});
