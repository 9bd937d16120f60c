import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { NotificationImageTable } from './images.tables.ts';

export const imagesRepo = (tx: Tx) => ({
  insert: (row: Insertable<NotificationImageTable>): Promise<unknown> =>
    tx.insertInto('notification_image').values(row).execute(),

  /** How many this device has. */
  countOf: async (deviceId: string): Promise<number> => {
    const { count } = await tx
      .selectFrom('notification_image')
      .where('device_id', '=', deviceId)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  setStored: (id: string): Promise<unknown> =>
    tx.updateTable('notification_image').set({ state: 'stored' }).where('id', '=', id).execute(),

  /** One that is stored, and was sent after `after`. */
  findByKeyHash: (hash: string, after: number) =>
    tx
      .selectFrom('notification_image')
      .where('key_hash', '=', hash)
      .where('state', '=', 'stored')
      .where('created_at', '>', after)
      .selectAll()
      .executeTakeFirst(),

  remove: (id: string): Promise<unknown> => tx.deleteFrom('notification_image').where('id', '=', id).execute(),
});
