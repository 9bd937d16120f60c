import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/unit-of-work.ts';

/** Columns of what lies in the store of objects, and is kept while something uses it. */
export interface KeptObject {
  id: string;
  /** `putting` until its object is stored, `removing` from when nothing may use it any more. */
  state: 'putting' | 'stored' | 'removing';
  /** Whose it is from when something uses it: an organisation’s, or `platform`. Null until then. */
  used_by: string | null;
  sent_at: number;
}

/** The tables of such objects. */
export type KeptTable = {
  [T in keyof Tables]: Selectable<Tables[T]> extends KeptObject ? T : never;
}[keyof Tables];
export type KeptRow<T extends KeptTable> = Selectable<Tables[T]>;

/** What all of them have in common, of one table: asked by the columns that all have, and given back as its own rows. */
export const keptObjectsRepo = <T extends KeptTable>(tx: Tx, table: T) => {
  const kept = tx as unknown as Kysely<{ kept: KeptObject }>;
  const name = table as 'kept';
  return {
    insert: (row: KeptRow<T>): Promise<unknown> =>
      kept
        .insertInto(name)
        .values(row as unknown as Insertable<KeptObject>)
        .execute(),

    setStored: (id: string) =>
      kept
        .updateTable(name)
        .set({ state: 'stored' })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow() as unknown as Promise<KeptRow<T>>,

    usedBy: (user: string, ids: readonly string[]) =>
      kept
        .selectFrom(name)
        .where('id', 'in', ids)
        .where('used_by', '=', user)
        .selectAll()
        .execute() as unknown as Promise<KeptRow<T>[]>,

    use: (ids: readonly string[], user: string): Promise<unknown> =>
      kept
        .updateTable(name)
        .set({ used_by: user })
        .where('id', 'in', ids)
        .where('state', '=', 'stored')
        .where('used_by', 'is', null)
        .execute(),

    /** Whether nobody uses it, and nobody will from now on. */
    giveUp: async (id: string): Promise<boolean> => {
      const row = await kept
        .updateTable(name)
        .set({ state: 'removing' })
        .where('id', '=', id)
        .where('used_by', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    remove: (id: string): Promise<unknown> => kept.deleteFrom(name).where('id', '=', id).execute(),
  };
};
