import { createHash } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { keptWhileUsed } from '../../kit/objects/kept-while-used.ts';
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
const AFTER_A_WHILE = { headers: { 'Retry-After': '5' } };
const SHA256 = /^[0-9a-f]{64}$/;

/** Pictures that public pages show, written anew of nothing but the picture before anything is kept of them. */
export const createPageImagesService = ({ random, jobs, ...deps }: Deps) => {
  const kept = keptWhileUsed(deps, {
    ...{ table: 'page_image', folder: 'page-images', name: 'a picture' },
    removeLater: (tx, id, dueAt) => jobs.enqueue(tx, REMOVE_UNUSED_IMAGE, { imageId: id }, { dueAt, key: id }),
    notStored: () =>
      pageImagesFault('page_image_not_stored', 'The picture could not be stored: send it again.', AFTER_A_WHILE),
    notThere: () =>
      pageImagesFault('page_image_not_there', 'The picture cannot be read now: try again.', AFTER_A_WHILE),
  });
  return {
    /** Resolves with its id; nobody finds it until it is `settled`. */
    keep: async (sent: Uint8Array, by: string): Promise<string> => {
      const image = plainImageOf(sent);
      if (image === undefined)
        throw pageImagesFault('page_image_refused', 'file: must be a whole PNG, JPEG, GIF or WebP image.');
      const { type, width, height, bytes } = image;
      const id = randomId('pim', random);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const what = { media_type: type, width, height, bytes: bytes.length, sha256, sent_by: by };
      await kept.keep(id, { bytes, type }, what);
      return id;
    },

    /** From now on pages may use it. */
    settle: async (tx: Tx, id: string) => {
      const { media_type, width, height, bytes, sha256 } = await kept.settle(tx, id);
      const size = { width: Number(width), height: Number(height), bytes: Number(bytes) };
      return { imageId: id, mediaType: media_type, ...size, sha256 };
    },

    /** Keeps pictures from now on, for pages of an owner. Throws `page_image_unknown` where it may not use one of them. */
    use: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]): Promise<void> => {
      const used = new Set((await kept.use(tx, organisationId, ids)).map(({ id }) => id));
      const missing = ids.find((id) => !used.has(id));
      if (missing !== undefined)
        throw pageImagesFault('page_image_unknown', `imageId: there is no picture ${missing}.`);
    },

    /** Those of these that an owner uses, by id. */
    used: async (
      tx: Tx,
      organisationId: OrgId | null,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, ShownImage>> =>
      new Map(
        (await kept.used(tx, organisationId, ids)).map(({ id, sha256, width, height }) => [
          id,
          { sha256, width: Number(width), height: Number(height) },
        ]),
      ),

    /** Those in use at an address, which the same bytes have, whoever sent them. */
    at: async (tx: Tx, sha256: string) => (SHA256.test(sha256) ? pageImagesRepo(tx).bySha256(sha256) : []),

    /** The bytes of one. Throws `page_image_not_there` where the store has not got them now. */
    read: kept.read,
    /** Removes one that nothing uses, for good. */
    removeUnused: kept.removeUnused,
  };
};
