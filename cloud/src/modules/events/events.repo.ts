import { type Insertable, sql } from 'kysely';
import { preparedForMany } from '../../db/prepared.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { PartnerEventTable } from './events.tables.ts';

const insertEvents = preparedForMany((tx, rows: readonly Insertable<PartnerEventTable>[]) =>
  tx.insertInto('partner_event').values(rows),
);

export const eventsRepo = (tx: Tx) => ({
  insert: (rows: readonly Insertable<PartnerEventTable>[]): Promise<unknown> => insertEvents(tx, rows),

  /** Creates the feed if there is none, and takes its row lock either way: numbering goes one reader after another. */
  lockFeed: (partnerId: string) =>
    tx
      .insertInto('partner_feed')
      .values({ partner_id: partnerId, last_seq: 0, removed_through: 0 })
      .onConflict((c) => c.column('partner_id').doUpdateSet({ partner_id: partnerId }))
      .returning(['last_seq', 'removed_through'])
      .executeTakeFirstOrThrow(),

  findFeed: (partnerId: string) =>
    tx.selectFrom('partner_feed').where('partner_id', '=', partnerId).selectAll().executeTakeFirst(),

  hasWaiting: async (partnerId: string): Promise<boolean> =>
    (await tx
      .selectFrom('partner_event')
      .where('partner_id', '=', partnerId)
      .where('seq', 'is', null)
      .select('written')
      .limit(1)
      .executeTakeFirst()) !== undefined,

  /** Numbers what waits, oldest first, from `after` on. Resolves with how many that were. */
  number: async (partnerId: string, { after, most }: { after: number; most: number }): Promise<number> => {
    const numbered = await tx
      .with('waiting', (db) =>
        db
          .selectFrom('partner_event')
          .where('partner_id', '=', partnerId)
          .where('seq', 'is', null)
          .select(['written', sql<number>`row_number() over (order by written)`.as('place')])
          .orderBy('written')
          .limit(most),
      )
      .updateTable('partner_event')
      .from('waiting')
      .set((eb) => ({ seq: sql<number>`${eb.ref('waiting.place')} + cast(${after} as bigint)` }))
      .whereRef('partner_event.written', '=', 'waiting.written')
      .returning('partner_event.written')
      .execute();
    await tx
      .updateTable('partner_feed')
      .set({ last_seq: after + numbered.length })
      .where('partner_id', '=', partnerId)
      .execute();
    return numbered.length;
  },

  /** The page after a place, with what the partner calls each facility. */
  page: (partnerId: string, after: number, limit: number) =>
    tx
      .selectFrom('partner_event as event')
      .leftJoin('partner_integration as integration', (join) =>
        join
          .onRef('integration.partner_id', '=', 'event.partner_id')
          .onRef('integration.facility_id', '=', 'event.facility_id'),
      )
      .where('event.partner_id', '=', partnerId)
      .where('event.seq', '>', after)
      .selectAll('event')
      .select('integration.linking_identifier')
      .orderBy('event.seq')
      .limit(limit)
      .execute(),

  /** Those about a member that were recorded until then. */
  ofMember: (
    { partnerId, facilityId, memberId }: { partnerId: string; facilityId: string; memberId: string },
    until: number,
    limit: number,
  ) =>
    tx
      .selectFrom('partner_event')
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .where('facility_id', '=', facilityId)
      .where('recorded_at', '<=', until)
      .select(['written', 'id', 'kind', 'occurred_at', 'data'])
      .limit(limit)
      .execute(),

  /** What an event tells once it is about nobody any more. */
  setData: (written: number, data: string): Promise<unknown> =>
    tx.updateTable('partner_event').set({ data, member_id: null }).where('written', '=', written).execute(),

  /** The event that was written first of all that are kept. */
  oldest: () =>
    tx.selectFrom('partner_event').select(['partner_id', 'recorded_at']).orderBy('written').limit(1).executeTakeFirst(),

  /** Removes up to `most` numbered events from before `time`. Resolves with the numbers that went. */
  remove: (partnerId: string, { time, most }: { time: number; most: number }) =>
    tx
      .deleteFrom('partner_event')
      .where('written', 'in', (db) =>
        db
          .selectFrom('partner_event')
          .where('partner_id', '=', partnerId)
          .where('recorded_at', '<', time)
          .where('seq', 'is not', null)
          .select('written')
          .orderBy('seq')
          .limit(most),
      )
      .returning('seq')
      .execute(),

  setRemovedThrough: (partnerId: string, seq: number): Promise<unknown> =>
    tx
      .updateTable('partner_feed')
      .set({ removed_through: seq })
      .where('partner_id', '=', partnerId)
      .where('removed_through', '<', seq)
      .execute(),
});
