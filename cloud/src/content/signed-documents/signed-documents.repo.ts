import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A file that was made of a signature. Triggers keep it as it is; it goes with the evidence that it was made of. */
export interface SignedDocumentTable {
  signature_id: string;
  /** Of the object. */
  pdf_key: string;
  pdf_sha256: string;
  bytes: number;
  signed_at: number;
  made_at: number;
  /** Who stamped its seal with the time, and when: neither, where there was nobody. */
  stamped_by: string | null;
  stamped_at: number | null;
}
/** A time stamp of a seal, kept before the file that it goes into: whoever makes that again puts the same one into it. */
export interface SealStampTable {
  /** Of the signature of the seal. */
  sha256: string;
  signature_id: string;
  /** DER, in base64. */
  token: string;
  stamped_by: string;
  stamped_at: number;
}
export type SignedDocumentRow = Selectable<SignedDocumentTable>;

declare module '../../kit/db/tables.ts' {
  interface Tables {
    signed_document: SignedDocumentTable;
    seal_stamp: SealStampTable;
  }
}

export const signedDocumentsRepo = (tx: Tx) => ({
  of: (signatureId: string): Promise<SignedDocumentRow | undefined> =>
    tx.selectFrom('signed_document').where('signature_id', '=', signatureId).selectAll().executeTakeFirst(),

  withSha256: (sha256: string): Promise<SignedDocumentRow | undefined> =>
    tx.selectFrom('signed_document').where('pdf_sha256', '=', sha256).selectAll().limit(1).executeTakeFirst(),

  /** False where it was made before. */
  insert: async (row: Insertable<SignedDocumentTable>): Promise<boolean> => {
    const made = await tx
      .insertInto('signed_document')
      .values(row)
      .onConflict((on) => on.column('signature_id').doNothing())
      .returning('signature_id')
      .execute();
    return made.length > 0;
  },

  stampOf: (sha256: string): Promise<SealStampTable | undefined> =>
    tx.selectFrom('seal_stamp').where('sha256', '=', sha256).selectAll().executeTakeFirst(),

  /** The first one stays. */
  keepStamp: (row: SealStampTable): Promise<unknown> =>
    tx
      .insertInto('seal_stamp')
      .values(row)
      .onConflict((on) => on.column('sha256').doNothing())
      .execute(),

  removeStamps: (signatureId: string): Promise<unknown> =>
    tx.deleteFrom('seal_stamp').where('signature_id', '=', signatureId).execute(),
});
