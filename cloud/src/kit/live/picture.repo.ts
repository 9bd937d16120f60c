import { sql } from 'kysely';
import { numberedFeed } from '../db/numbered-feed.ts';
import type { Tx } from '../db/unit-of-work.ts';
import './live.tables.ts';

/** Numbers of a picture begin at the time of its first look: one that was forgotten and begins anew gives none twice. */
const lockHead = (tx: Tx, name: string, at: number) =>
  tx
    .insertInto('live_picture')
    .values({ name, last_seq: at, removed_through: at, prints: '', looked_at: at })
    .onConflict((c) => c.column('name').doUpdateSet({ name }))
    .returning(['last_seq', 'prints'])
    .executeTakeFirstOrThrow();

/** The differences of each picture. */
export const changeFeed = numberedFeed({
  events: 'live_change',
  feed: 'live_picture',
  owner: 'name',
  lock: (tx, name) => lockHead(tx, name, 0),
});

export const pictureRepo = (tx: Tx) => ({
  find: (name: string) =>
    tx.selectFrom('live_picture').where('name', '=', name).select(['last_seq', 'prints']).executeTakeFirst(),

  /** Takes the row lock of a picture, and makes the row of one that nobody has looked at. */
  lock: async (
    name: string,
    at: number,
  ): Promise<{ readonly made: boolean; readonly prints: string; readonly last: number }> => {
    const { prints, last_seq: last } = await lockHead(tx, name, at);
    return prints === '' ? { made: true, prints: '{}', last } : { made: false, prints, last };
  },

  setPrints: (name: string, prints: string, at: number): Promise<unknown> =>
    tx.updateTable('live_picture').set({ prints, looked_at: at }).where('name', '=', name).execute(),

  insertChange: ({ name, at, changes }: { name: string; at: number; changes: string }): Promise<unknown> =>
    tx.insertInto('live_change').values({ name, recorded_at: at, changes }).execute(),

  changesAfter: (name: string, after: number, limit: number) =>
    tx
      .selectFrom('live_change')
      .where('name', '=', name)
      .where('seq', '>', after)
      .select(['seq', 'changes'])
      .orderBy('seq')
      .limit(limit)
      .execute(),

  /** Forgets pictures that have not changed since before `at`, up to `most`: whoever comes back to one begins anew. */
  forgetBefore: async (at: number, most: number): Promise<number> => {
    const { rows } = await sql<{ name: string }>`
      delete from live_picture where name in (
        select name from live_picture where looked_at < ${at}
          and not exists (select 1 from live_change where live_change.name = live_picture.name)
        order by looked_at limit ${most}
      ) returning name`.execute(tx);
    return rows.length;
  },

  /** After a restore: what is watched begins anew, under numbers that nobody was given. */
  forgetAll: async (): Promise<void> => {
    await tx.deleteFrom('live_change').execute();
    await tx.deleteFrom('live_picture').execute();
  },
});
