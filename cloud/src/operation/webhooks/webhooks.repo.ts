import type { BoxId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DeliveryState, WebhookDeliveryTable, WebhookEndpointTable } from './webhooks.tables.ts';

export const webhooksRepo = (tx: Tx) => ({
  insert: (row: Insertable<WebhookEndpointTable>): Promise<unknown> =>
    tx.insertInto('webhook_endpoint').values(row).execute(),

  find: (id: string) => tx.selectFrom('webhook_endpoint').where('id', '=', id).selectAll().executeTakeFirst(),

  listOf: (orgId: OrgId) =>
    tx.selectFrom('webhook_endpoint').where('org_id', '=', orgId).selectAll().orderBy('id').execute(),

  enabledOf: (orgId: OrgId) =>
    tx
      .selectFrom('webhook_endpoint')
      .where('org_id', '=', orgId)
      .where('disabled_at', 'is', null)
      .selectAll()
      .orderBy('id')
      .execute(),

  disabledAnywhere: (limit: number) =>
    tx
      .selectFrom('webhook_endpoint')
      .where('disabled_at', 'is not', null)
      .select(['id', 'org_id', 'disabled_at', 'disabled_why'])
      .orderBy('disabled_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),

  organisationsWithEnabled: async (): Promise<readonly OrgId[]> =>
    (
      await tx.selectFrom('webhook_endpoint').where('disabled_at', 'is', null).select('org_id').distinct().execute()
    ).map(({ org_id }) => org_id),

  update: (id: string, to: Updateable<WebhookEndpointTable>): Promise<unknown> =>
    tx.updateTable('webhook_endpoint').set(to).where('id', '=', id).execute(),

  /** True for the one who disables it. */
  disable: async (id: string, at: number, why: string): Promise<boolean> => {
    const disabled = await tx
      .updateTable('webhook_endpoint')
      .set({ disabled_at: at, disabled_why: why })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .returning('id')
      .execute();
    return disabled.length > 0;
  },

  failingSince: (id: string, at: number): Promise<unknown> =>
    tx
      .updateTable('webhook_endpoint')
      .set({ failing_since: at })
      .where('id', '=', id)
      .where('failing_since', 'is', null)
      .execute(),

  failsNoMore: (id: string): Promise<unknown> =>
    tx
      .updateTable('webhook_endpoint')
      .set({ failing_since: null })
      .where('id', '=', id)
      .where('failing_since', 'is not', null)
      .execute(),

  remove: async (id: string): Promise<void> => {
    await tx.deleteFrom('webhook_delivery').where('endpoint_id', '=', id).execute();
    await tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
  },

  insertDelivery: (row: Insertable<WebhookDeliveryTable>): Promise<unknown> =>
    tx.insertInto('webhook_delivery').values(row).execute(),

  findDelivery: (id: string) => tx.selectFrom('webhook_delivery').where('id', '=', id).selectAll().executeTakeFirst(),

  updateDelivery: (id: string, to: Updateable<WebhookDeliveryTable>): Promise<unknown> =>
    tx.updateTable('webhook_delivery').set(to).where('id', '=', id).execute(),

  /** The newest first: ids begin with the time. */
  deliveries: (
    endpointId: string,
    { state, after, limit }: { state?: DeliveryState | undefined; after?: string | undefined; limit: number },
  ) =>
    tx
      .selectFrom('webhook_delivery')
      .where('endpoint_id', '=', endpointId)
      .$if(state !== undefined, (q) => q.where('state', '=', state as DeliveryState))
      .$if(after !== undefined, (q) => q.where('id', '<', after as string))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  watchedBoxes: async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await tx.selectFrom('box_watch').select(['box_id', 'online']).execute();
    return new Map(rows.map(({ box_id, online }) => [box_id, online]));
  },

  /** True for the one who is first to note that a box came or went. */
  noteBox: async (boxId: BoxId, online: 0 | 1, since: number): Promise<boolean> => {
    const noted = await tx
      .insertInto('box_watch')
      .values({ box_id: boxId, online, since })
      .onConflict((c) => c.column('box_id').doUpdateSet({ online, since }).where('box_watch.online', '!=', online))
      .returning('box_id')
      .execute();
    return noted.length > 0;
  },

  deleteDeliveriesBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('webhook_delivery')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_delivery')
          .where('created_at', '<', at)
          .where('state', '!=', 'pending')
          .select('id')
          .orderBy('created_at')
          .limit(limit),
      )
      .returning('id')
      .execute();
    return gone.length;
  },
});
