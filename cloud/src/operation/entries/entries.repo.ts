import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LocalEntryTable } from './entries.tables.ts';

export const entriesRepo = (tx: Tx) => ({
  /** Adds one half of an entry, and resolves with what is known of it then. */
  put: (
    at: { readonly boxId: BoxId; readonly entryId: string; readonly storedAt: number },
    half: Partial<Pick<LocalEntryTable, 'members' | 'released'>>,
  ): Promise<Pick<LocalEntryTable, 'members' | 'released'>> =>
    tx
      .insertInto('local_entry')
      .values({
        box_id: at.boxId,
        entry_id: at.entryId,
        stored_at: at.storedAt,
        members: half.members ?? null,
        released: half.released ?? null,
      })
      .onConflict((c) =>
        c.columns(['box_id', 'entry_id']).doUpdateSet((eb) => ({
          members: eb.fn.coalesce('local_entry.members', 'excluded.members'),
          released: eb.fn.coalesce('local_entry.released', 'excluded.released'),
        })),
      )
      .returning(['members', 'released'])
      .executeTakeFirstOrThrow(),

  /** Whose entry it was is of no more use: both halves are told. */
  forgetMembers: ({ boxId, entryId }: { readonly boxId: BoxId; readonly entryId: string }): Promise<unknown> =>
    tx
      .updateTable('local_entry')
      .set({ members: null })
      .where('box_id', '=', boxId)
      .where('entry_id', '=', entryId)
      .execute(),

  /** Those that still wait for what became of the lock, after a place in their order: few, for it follows within seconds. */
  waiting: ({ boxId, entryId }: { readonly boxId: BoxId; readonly entryId: string }, limit: number) =>
    tx
      .selectFrom('local_entry')
      .where('members', 'is not', null)
      .where(sql<boolean>`(box_id, entry_id) > (${boxId}, ${entryId})`)
      .select(['box_id', 'entry_id', 'members'])
      .orderBy('box_id')
      .orderBy('entry_id')
      .limit(limit)
      .execute(),

  setMembers: (row: { readonly box_id: BoxId; readonly entry_id: string }, members: string): Promise<unknown> =>
    tx
      .updateTable('local_entry')
      .set({ members })
      .where('box_id', '=', row.box_id)
      .where('entry_id', '=', row.entry_id)
      .execute(),

  removeBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('local_entry')
        .where(sql<boolean>`(box_id, entry_id) in (
          select box_id, entry_id from local_entry where stored_at < ${at} order by stored_at limit ${limit}
        )`)
        .returning('entry_id')
        .execute()
    ).length,
});
