import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { CuaSignatureTable } from './club-user-agreements.tables.ts';

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
});
