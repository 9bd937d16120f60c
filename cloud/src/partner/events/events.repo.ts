import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import { numberedFeed } from '../../kit/db/numbered-feed.ts';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnerEventTable } from './events.tables.ts';

const insertEvents = preparedForMany((tx, rows: readonly Insertable<PartnerEventTable>[]) =>
  tx.insertInto('partner_event').values(rows),
);

/** Who reads a partner's feed: through a key, as far as that reaches. */
export interface FeedReader {
  readonly partnerId: PartnerId;
  readonly keyId?: string | undefined;
}

/** The feeds of partners. */
export const partnerFeed = numberedFeed({
  events: 'partner_event',
  feed: 'partner_feed',
  owner: 'partner_id',
  lock: (tx, partnerId: PartnerId) =>
    tx
      .insertInto('partner_feed')
      .values({ partner_id: partnerId, last_seq: 0, removed_through: 0 })
      .onConflict((c) => c.column('partner_id').doUpdateSet({ partner_id: partnerId }))
      .returning('last_seq')
      .executeTakeFirstOrThrow(),
});

export const eventsRepo = (tx: Tx) => ({
  insert: (rows: readonly Insertable<PartnerEventTable>[]): Promise<unknown> => insertEvents(tx, rows),

  /** Who may have read a feed, also one of which nothing is known here. */
  readers: async (): Promise<PartnerId[]> =>
    (await tx.selectFrom('partner').select('id').execute()).map(({ id }) => id),

  /** The page after a place, with what the partner calls each facility. */
  page: ({ partnerId, keyId }: FeedReader, after: number, limit: number) =>
    tx
      .selectFrom('partner_event as event')
      .leftJoin('partner_integration as integration', (join) =>
        join
          .onRef('integration.partner_id', '=', 'event.partner_id')
          .onRef('integration.facility_id', '=', 'event.facility_id'),
      )
      .where('event.partner_id', '=', partnerId)
      .where('event.seq', '>', after)
      .$if(keyId !== undefined, (query) =>
        query.where('event.facility_id', 'in', (eb) =>
          eb
            .selectFrom('facility')
            .innerJoin('partner_key_organisation as reach', 'reach.org_id', 'facility.org_id')
            .where('reach.key_id', '=', keyId ?? '')
            .select('facility.id'),
        ),
      )
      .selectAll('event')
      .select('integration.linking_identifier')
      .orderBy('event.seq')
      .limit(limit)
      .execute(),

  /** Those about a member that were recorded until then, the newest first. */
  ofMember: (
    { partnerId, facilityId, memberId }: { partnerId: PartnerId; facilityId: FacilityId; memberId: string },
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
      .orderBy('written', 'desc')
      .limit(limit)
      .execute(),

  /** Up to `limit` ids of members whom events are about, in their order, after `after`. */
  membersAfter: (
    source: { readonly partnerId: PartnerId; readonly facilityId: FacilityId },
    after: string,
    limit: number,
  ): Promise<string[]> => memberIdsAfter(tx, 'partner_event', source, after, limit),

  /** What an event tells once it is about nobody any more. */
  setData: (written: number, data: string): Promise<unknown> =>
    tx.updateTable('partner_event').set({ data, member_id: null }).where('written', '=', written).execute(),
});
