import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { plainImageOf } from '../../platform/images/images.module.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import { pageImagesFault } from './page-images.faults.ts';
import { pageImagesRepo } from './page-images.repo.ts';

type Deps = Pick<Environment, 'db' | 'clock' | 'random' | 'objects' | 'log'> & {
  readonly jobs: Pick<JobsService, 'enqueue'>;
};
export type PageImagesService = ReturnType<typeof createPageImagesService>;
/** A picture as pages show it. */
export interface ShownImage {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

export const REMOVE_UNUSED_IMAGE = 'page-images.remove-unused';
const UNUSED_KEPT = Days(1);
const AFTER_A_WHILE = { headers: { 'Retry-After': '5' } };
const SHA256 = /^[0-9a-f]{64}$/;

const objectOf = (id: string): string => `page-images/${id.slice(4)}`;

/**
 * Pictures that public pages show, written anew of nothing but the picture before anything is kept of them. INVARIANT: the job
 * that removes an unused object is enqueued before the object is put, so that none outlives its day, whatever dies in between.
 */
export const createPageImagesService = ({ db, clock, random, objects, log, jobs }: Deps) => ({
  /** Resolves with its id; nobody finds it until it is `settled`. */
  keep: async (sent: Uint8Array, by: string): Promise<string> => {
    const image = plainImageOf(sent);
    if (image === undefined)
      throw pageImagesFault('page_image_refused', 'file: must be a whole PNG, JPEG, GIF or WebP image.');
    const { type, width, height, bytes } = image;
    const id = randomId('pim', random);
    const now = clock.wallMs();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await db.write(async (tx) => {
      const what = { media_type: type, width, height, bytes: bytes.length, sha256 };
      await pageImagesRepo(tx).insert({ id, ...what, state: 'putting', used_by: null, sent_by: by, sent_at: now });
      await jobs.enqueue(tx, REMOVE_UNUSED_IMAGE, { imageId: id }, { dueAt: now + UNUSED_KEPT, key: id });
    });
    try {
      await objects.put(objectOf(id), { bytes, type });
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      // It may have been stored all the same: its job removes it.
      log.error({ err: error, id }, 'a picture could not be stored');
      throw pageImagesFault('page_image_not_stored', 'The picture could not be stored: send it again.', AFTER_A_WHILE);
    }
    return id;
  },

  /** From now on pages may use it. */
  settle: async (tx: Tx, id: string) => {
    const { media_type, width, height, bytes, sha256 } = await pageImagesRepo(tx).setStored(id);
    const size = { width: Number(width), height: Number(height), bytes: Number(bytes) };
    return { imageId: id, mediaType: media_type, ...size, sha256 };
  },

  /** Keeps pictures from now on, for pages of an owner. Throws `page_image_unknown` where it may not use one of them. */
  use: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const user = organisationId ?? 'platform';
    await pageImagesRepo(tx).use(ids, user);
    const used = new Set((await pageImagesRepo(tx).usedBy(user, ids)).map(({ id }) => id));
    const missing = ids.find((id) => !used.has(id));
    if (missing !== undefined) throw pageImagesFault('page_image_unknown', `imageId: there is no picture ${missing}.`);
  },

  /** Those of these that an owner uses, by id. */
  used: async (
    tx: Tx,
    organisationId: OrgId | null,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ShownImage>> => {
    const rows = ids.length === 0 ? [] : await pageImagesRepo(tx).usedBy(organisationId ?? 'platform', ids);
    return new Map(
      rows.map(({ id, sha256, width, height }) => [id, { sha256, width: Number(width), height: Number(height) }]),
    );
  },

  /** Those in use at an address, which the same bytes have, whoever sent them. */
  at: async (tx: Tx, sha256: string) => (SHA256.test(sha256) ? pageImagesRepo(tx).bySha256(sha256) : []),

  /** The bytes of one. Throws `page_image_not_there` where the store has not got them now. */
  read: async (id: string): Promise<Uint8Array> => {
    const bytes = await objects.get(objectOf(id)).catch((error: unknown) => {
      if (!(error instanceof ObjectStoreError)) throw error;
      log.error({ err: error, id }, 'a picture could not be read');
    });
    if (bytes === undefined)
      throw pageImagesFault('page_image_not_there', 'The picture cannot be read now: try again.', AFTER_A_WHILE);
    return bytes;
  },

  /** Removes one that nothing uses, for good. */
  removeUnused: async (id: string): Promise<void> => {
    if (!(await db.write((tx) => pageImagesRepo(tx).giveUp(id)))) return;
    await objects.remove(objectOf(id));
    await db.write((tx) => pageImagesRepo(tx).remove(id));
  },
});
