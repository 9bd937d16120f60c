import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type ObjectStore, ObjectStoreError } from '../../kit/objects/object-store.ts';
import type { JobsService } from '../jobs/jobs.service.ts';
import { type ImageType, imageTypeOf } from './image-content.ts';
import { imagesFault } from './images.faults.ts';
import { imagesRepo } from './images.repo.ts';

export interface ImagesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly objects: ObjectStore;
  readonly log: { error(detail: unknown, message: string): void };
}
export type ImagesService = ReturnType<typeof createImagesService>;

export interface Image {
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  readonly goneAt: number;
}

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const REMOVE_IMAGE = 'images.remove';
const KEPT = Days(7);
const IMAGES_MAX = 200;
const COME_BACK_SECONDS = 3_600;
/** 256 bits, hex. */
const KEY = /^[0-9a-f]{64}$/;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const objectOf = (id: string): string => `notifications/${id.slice(4)}`;

/**
 * Images that notifications show: anybody reads one who knows its key, for 7 days. INVARIANT: the job that removes an
 * object is enqueued before the object is put, so that none outlives its time, whatever dies in between.
 */
export const createImagesService = ({ db, clock, random, jobs, objects, log }: ImagesDeps) => {
  const find = async (tx: Tx, key: string) => {
    const alive = clock.wallMs() - KEPT;
    return KEY.test(key) ? imagesRepo(tx).findByKeyHash(hashOf(key), alive) : undefined;
  };
  return {
    /** Keeps an image of a device, whatever it is called. Resolves with its key, and when it goes. */
    keep: async (deviceId: string, bytes: Uint8Array): Promise<{ key: string; type: ImageType; goneAt: number }> => {
      const type = imageTypeOf(bytes);
      if (type === undefined)
        throw imagesFault('image_refused', 'The body must be a whole PNG, JPEG, GIF or WebP image.');
      const id = randomId('img', random);
      const key = Buffer.from(random(32)).toString('hex');
      const createdAt = clock.wallMs();
      const goneAt = createdAt + KEPT;
      await db.write(async (tx) => {
        if ((await imagesRepo(tx).countOf(deviceId)) >= IMAGES_MAX)
          throw imagesFault('too_many_images', `A device has at most ${IMAGES_MAX} images.`, {
            headers: { 'Retry-After': String(COME_BACK_SECONDS) },
          });
        const row = { device_id: deviceId, type, size: bytes.length, created_at: createdAt };
        await imagesRepo(tx).insert({ id, key_hash: hashOf(key), state: 'putting', ...row });
        await jobs.enqueue(tx, REMOVE_IMAGE, { imageId: id }, { dueAt: goneAt, key: id });
      });
      try {
        await objects.put(objectOf(id), { bytes, type });
      } catch (error) {
        await db.write((tx) => imagesRepo(tx).remove(id));
        if (!(error instanceof ObjectStoreError)) throw error;
        log.error({ err: error, id }, 'an image could not be stored');
        throw imagesFault('image_not_stored', 'The image could not be stored: send it again.', {
          headers: { 'Retry-After': '5' },
        });
      }
      await db.write((tx) => imagesRepo(tx).setStored(id));
      return { key, type, goneAt };
    },

    /** Whether this device has sent an image with this key, which can still be read. */
    isOf: async (tx: Tx, deviceId: string, key: string): Promise<boolean> =>
      (await find(tx, key))?.device_id === deviceId,

    read: async (key: string): Promise<Image | undefined> => {
      const row = await db.read((tx) => find(tx, key));
      const bytes = row && (await objects.get(objectOf(row.id)));
      return row && bytes && { bytes, type: row.type as ImageType, goneAt: row.created_at + KEPT };
    },

    /** Removes one for good; one that is gone is no error. */
    remove: async (id: string): Promise<void> => {
      await objects.remove(objectOf(id));
      await db.write((tx) => imagesRepo(tx).remove(id));
    },
  };
};
