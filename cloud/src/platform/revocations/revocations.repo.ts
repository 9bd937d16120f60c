import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RevocationTable } from './revocations.tables.ts';

const PULSE = 1;

export const revocationsRepo = (tx: Tx) => ({
  insert: (rows: readonly Insertable<RevocationTable>[]): Promise<unknown> =>
    tx
      .insertInto('revocation')
      .values([...rows])
      .onConflict((c) => c.column('id').doNothing())
      .execute(),

  within: (from: number, to: number) =>
    tx.selectFrom('revocation').where('at', '>=', from).where('at', '<', to).selectAll().orderBy('at').execute(),

  /** When those were made that may not be marked outside yet. */
  unmarked: async (limit: number): Promise<number[]> =>
    (
      await tx
        .selectFrom('revocation')
        .where('state', '=', 'new')
        .select('at')
        .distinct()
        .orderBy('at')
        .limit(limit)
        .execute()
    ).map(({ at }) => Number(at)),

  setMarked: (from: number, to: number): Promise<unknown> =>
    tx
      .updateTable('revocation')
      .set({ state: 'marked' })
      .where('state', '=', 'new')
      .where('at', '>=', from)
      .where('at', '<', to)
      .execute(),

  waiting: (limit: number) =>
    tx.selectFrom('revocation').where('state', '=', 'waiting').selectAll().orderBy('at').limit(limit).execute(),

  setState: (id: string, state: RevocationTable['state'], marks: string): Promise<unknown> =>
    tx.updateTable('revocation').set({ state, marks }).where('id', '=', id).execute(),

  known: async (ids: readonly string[]): Promise<string[]> =>
    (
      await tx
        .selectFrom('revocation')
        .where('id', 'in', [...ids])
        .select('id')
        .execute()
    ).map(({ id }) => id),

  removeBefore: (at: number): Promise<unknown> => tx.deleteFrom('revocation').where('at', '<', at).execute(),

  beats: async (): Promise<number> => {
    const row = await tx.selectFrom('database_pulse').where('id', '=', PULSE).select('beats').executeTakeFirst();
    return Number(row?.beats ?? 0);
  },

  /** One more than it was, and more than that. */
  beat: async (than: number): Promise<number> => {
    await tx
      .insertInto('database_pulse')
      .values({ id: PULSE, beats: 0 })
      .onConflict((c) => c.column('id').doNothing())
      .execute();
    const { beats } = await tx
      .updateTable('database_pulse')
      .set((eb) => ({ beats: eb.case().when('beats', '<', than).then(than).else(eb.ref('beats')).end() }))
      .where('id', '=', PULSE)
      .returning('beats')
      .executeTakeFirstOrThrow();
    const next = Number(beats) + 1;
    await tx.updateTable('database_pulse').set({ beats: next }).where('id', '=', PULSE).execute();
    return next;
  },
});
