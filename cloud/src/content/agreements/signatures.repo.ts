import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AgreementSignatureTable } from './agreements.tables.ts';

export type SignatureRow = Selectable<AgreementSignatureTable>;

export const signaturesRepo = (tx: Tx) => ({
  /** The one of this document at this club, if there is one. */
  of: (of: Pick<SignatureRow, 'version_id' | 'variation_revision' | 'facility_id'>) =>
    tx
      .selectFrom('agreement_signature')
      .where('version_id', '=', of.version_id)
      .where('variation_revision', '=', of.variation_revision)
      .where('facility_id', '=', of.facility_id)
      .selectAll()
      .executeTakeFirst(),

  find: (id: string): Promise<SignatureRow | undefined> =>
    tx.selectFrom('agreement_signature').where('id', '=', id).selectAll().executeTakeFirst(),

  /** False where somebody was first: of many at once one succeeds. */
  insert: async (row: Insertable<AgreementSignatureTable>): Promise<boolean> => {
    const made = await tx
      .insertInto('agreement_signature')
      .values(row)
      .onConflict((on) => on.columns(['version_id', 'variation_revision', 'facility_id']).doNothing())
      .returning('id')
      .execute();
    return made.length > 0;
  },
});
