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
}
export type SignedDocumentRow = Selectable<SignedDocumentTable>;

declare module '../../kit/db/tables.ts' {
  interface Tables {
    signed_document: SignedDocumentTable;
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
});
