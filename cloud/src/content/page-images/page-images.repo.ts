import type { Tx } from '../../kit/db/unit-of-work.ts';

export const pageImagesRepo = (tx: Tx) => ({
  /** Those in use whose bytes are these: several owners may have sent the same. */
  bySha256: (sha256: string) =>
    tx.selectFrom('page_image').where('sha256', '=', sha256).where('used_by', 'is not', null).selectAll().execute(),
});
