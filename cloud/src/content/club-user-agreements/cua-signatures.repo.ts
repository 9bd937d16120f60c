import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { CuaRestrictedTable, CuaSignatureTable } from './club-user-agreements.tables.ts';

export type CuaSignatureRow = Selectable<CuaSignatureTable>;

export const cuaSignaturesRepo = (tx: Tx) => ({
  insert: async (row: Insertable<CuaSignatureTable>, evidence: string): Promise<void> => {
    await tx.insertInto('cua_signature').values(row).execute();
    await tx.insertInto('cua_evidence').values({ signature_id: row.id, evidence }).execute();
  },

  find: (id: string): Promise<CuaSignatureRow | undefined> =>
    tx.selectFrom('cua_signature').where('id', '=', id).selectAll().executeTakeFirst(),

  of: (cuaId: string): Promise<CuaSignatureRow | undefined> =>
    tx.selectFrom('cua_signature').where('cua_id', '=', cuaId).selectAll().executeTakeFirst(),

  /** Canonical JSON; undefined once it is gone. */
  evidence: async (id: string): Promise<string | undefined> =>
    (await tx.selectFrom('cua_evidence').where('signature_id', '=', id).select('evidence').executeTakeFirst())
      ?.evidence,

  /** Puts what is sealed in place of the evidence. */
  restrict: async (row: Insertable<CuaRestrictedTable>): Promise<void> => {
    await tx
      .insertInto('cua_restricted')
      .values(row)
      .onConflict((on) => on.doNothing())
      .execute();
    await tx.deleteFrom('cua_evidence').where('signature_id', '=', row.signature_id).execute();
  },

  restrictedOf: (id: string) =>
    tx.selectFrom('cua_restricted').where('signature_id', '=', id).selectAll().executeTakeFirst(),

  /** Up to `limit` of what was signed before `at`, the oldest first. Resolves with their ids. */
  removeRestrictedBefore: async (at: number, limit: number): Promise<string[]> => {
    const gone = tx
      .selectFrom('cua_restricted')
      .where('signed_at', '<', at)
      .select('signature_id')
      .orderBy('signed_at')
      .limit(limit);
    const rows = await tx
      .deleteFrom('cua_restricted')
      .where('signature_id', 'in', gone)
      .returning('signature_id')
      .execute();
    return rows.map(({ signature_id }) => signature_id);
  },
});
