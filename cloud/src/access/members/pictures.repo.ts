import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

const SWEPT_AT_ONCE = 500;

/** Said as its index says it. */
const UNUSED = sql<boolean>`state <> 'used'`;

/** The ledger of objects. A key goes `put` → `used` → `doomed`, or `put` → `doomed`, and never back. */
export const picturesRepo = (tx: Tx) => ({
  /** Before any of them is put. */
  expect: (keys: readonly string[], at: number): Promise<unknown> =>
    tx
      .insertInto('member_picture')
      .values(keys.map((object_key) => ({ object_key, state: 'put' as const, at })))
      .execute(),

  /** Resolves with whether the object is still there to be used. */
  use: async (key: string, at: number): Promise<boolean> => {
    const row = await tx
      .updateTable('member_picture')
      .set({ state: 'used', at })
      .where('object_key', '=', key)
      .where('state', '=', 'put')
      .returning('object_key')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Objects that a row no longer names. */
  doom: (keys: readonly string[], at: number): Promise<unknown> =>
    tx
      .updateTable('member_picture')
      .set({ state: 'doomed', at })
      .where('object_key', 'in', [...keys])
      .execute(),

  /** Of these objects, dooms those that no row has come to name. */
  doomUnused: (keys: readonly string[], at: number): Promise<unknown> =>
    tx
      .updateTable('member_picture')
      .set({ state: 'doomed', at })
      .where('object_key', 'in', [...keys])
      .where('state', '=', 'put')
      .execute(),

  /** Dooms what was put before `until` by a request that never came to its end. */
  doomAbandoned: (until: number, at: number): Promise<unknown> =>
    tx
      .updateTable('member_picture')
      .set({ state: 'doomed', at })
      .where(UNUSED)
      .where('state', '=', 'put')
      .where('at', '<', until)
      .execute(),

  doomed: async (): Promise<string[]> => {
    const rows = await tx
      .selectFrom('member_picture')
      .where(UNUSED)
      .where('state', '=', 'doomed')
      .select('object_key')
      .orderBy('at')
      .limit(SWEPT_AT_ONCE)
      .execute();
    return rows.map(({ object_key }) => object_key);
  },

  forget: (keys: readonly string[]): Promise<unknown> =>
    tx
      .deleteFrom('member_picture')
      .where('object_key', 'in', [...keys])
      .where('state', '=', 'doomed')
      .execute(),
});
