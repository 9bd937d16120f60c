import type { Database } from '../../kit/db/unit-of-work.ts';
import type { TimeAuthority } from '../../kit/documents/time-stamp/time-authority.ts';
import { type SealStampTable, signedDocumentsRepo } from './signed-documents.repo.ts';

/**
 * Time stamps of seals. INVARIANT: a seal has one, whoever makes its file and however often. An authority never says the same twice, so
 * the first that was kept is the one.
 */
export const createSealStamps = ({
  db,
  timeAuthority,
}: {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly timeAuthority?: TimeAuthority | undefined;
}) => {
  const kept = (sha256: string) => db.read((tx) => signedDocumentsRepo(tx).stampOf(sha256));
  return {
    /** The stamp of the seal of this signature's file; undefined where nobody stamps. Rejects where the authority does not. */
    of: async (signatureId: string, imprint: Uint8Array): Promise<SealStampTable | undefined> => {
      const sha256 = Buffer.from(imprint).toString('hex');
      const before = await kept(sha256);
      if (before !== undefined || timeAuthority === undefined) return before;
      const { token, by, atMs } = await timeAuthority.stamp(imprint);
      const row = {
        sha256,
        signature_id: signatureId,
        token: Buffer.from(token).toString('base64'),
        stamped_by: by,
        stamped_at: atMs,
      };
      await db.write((tx) => signedDocumentsRepo(tx).keepStamp(row));
      return kept(sha256);
    },
    remove: (signatureId: string) => db.write((tx) => signedDocumentsRepo(tx).removeStamps(signatureId)),
  };
};
