import type { EventId, FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import { numberedFeed } from '../../kit/db/numbered-feed.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

export interface EventRow {
  readonly id: string;
  readonly facilityId: FacilityId;
  readonly type: string;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly data: string;
  readonly memberId: string | null;
}

interface MemberOf {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}

/** The feeds of organisations. */
export const organisationFeed = numberedFeed({
  events: 'operator_event',
  feed: 'operator_feed',
  owner: 'org_id',
  lock: (tx, orgId: OrgId) =>
    tx
      .insertInto('operator_feed')
      .values({ org_id: orgId, last_seq: 0, removed_through: 0, sent_through: 0 })
      .onConflict((c) => c.column('org_id').doUpdateSet({ org_id: orgId }))
      .returning('last_seq')
      .executeTakeFirstOrThrow(),
});

export const operatorFeedRepo = (tx: Tx) => ({
  /** Stores an event under the organisation of its facility. Resolves with that, and whether it has webhooks. */
  insert: async (event: EventRow): Promise<{ readonly orgId: OrgId; readonly watched: boolean } | undefined> => {
    const { rows } = await sql<{ org_id: OrgId; watched: number | boolean }>`
      insert into operator_event (id, org_id, facility_id, type, occurred_at, recorded_at, data, member_id)
      select ${event.id}, facility.org_id, facility.id, ${event.type}, cast(${event.occurredAt} as bigint),
        cast(${event.recordedAt} as bigint), ${event.data}, ${event.memberId}
      from facility where facility.id = ${event.facilityId}
      returning org_id, exists (
        select 1 from webhook_endpoint where webhook_endpoint.org_id = operator_event.org_id and disabled_at is null
      ) as watched`.execute(tx);
    const row = rows[0];
    return row && { orgId: row.org_id, watched: Boolean(row.watched) };
  },

  /** Who may have read a feed, also one of which nothing is known here. */
  readers: async (): Promise<OrgId[]> =>
    (await tx.selectFrom('organisation').select('id').execute()).map(({ id }) => id),

  sentThrough: async (orgId: OrgId): Promise<number> =>
    (await tx.selectFrom('operator_feed').where('org_id', '=', orgId).select('sent_through').executeTakeFirst())
      ?.sent_through ?? 0,

  page: (orgId: OrgId, after: number, limit: number) =>
    tx
      .selectFrom('operator_event')
      .where('org_id', '=', orgId)
      .where('seq', '>', after)
      .selectAll()
      .orderBy('seq')
      .limit(limit)
      .execute(),

  /** Those about a partner's member that were recorded until then, the newest first. */
  ofMember: ({ partnerId, facilityId, memberId }: MemberOf, until: number, limit: number) =>
    tx
      .selectFrom('operator_event')
      .where('facility_id', '=', facilityId)
      .where('member_id', '=', memberId)
      // Another partner may call somebody else the same. No pattern: a text that was asked for has to mean itself.
      .where(sql<boolean>`replace(data, ${`"partnerId":${JSON.stringify(partnerId)}`}, '') <> data`)
      .where('recorded_at', '<=', until)
      .select(['written', 'id', 'type', 'occurred_at', 'data'])
      .orderBy('written', 'desc')
      .limit(limit)
      .execute(),

  /** Up to `limit` ids of members of any partner whom events are about, in their order, after `after`. */
  membersAfter: (facilityId: FacilityId, after: string, limit: number): Promise<string[]> =>
    memberIdsAfter(tx, 'operator_event', { facilityId }, after, limit),

  /** What an event tells once it is about nobody any more. */
  setData: (written: number, data: string): Promise<unknown> =>
    tx.updateTable('operator_event').set({ data, member_id: null }).where('written', '=', written).execute(),

  findEvent: (orgId: OrgId, id: EventId) =>
    tx.selectFrom('operator_event').where('org_id', '=', orgId).where('id', '=', id).selectAll().executeTakeFirst(),

  recordedWithin: (orgId: OrgId, { from, to }: { from: number; to: number }, limit: number) =>
    tx
      .selectFrom('operator_event')
      .where('org_id', '=', orgId)
      .where('recorded_at', '>=', from)
      .where('recorded_at', '<', to)
      .selectAll()
      .orderBy('written')
      .limit(limit)
      .execute(),

  /** When boxes of a facility came and went in a period, the oldest first. */
  boxChanges: (facilityId: FacilityId, { from, to }: { from: number; to: number }, limit: number) =>
    tx
      .selectFrom('operator_event')
      .where('facility_id', '=', facilityId)
      // As the index has it.
      .where(sql<boolean>`type in ('box.offline', 'box.online')`)
      .where('recorded_at', '>=', from)
      .where('recorded_at', '<', to)
      .select(['type', 'recorded_at', 'data'])
      .orderBy('recorded_at')
      .limit(limit)
      .execute(),

  setSent: (orgId: OrgId, seq: number): Promise<unknown> =>
    tx.updateTable('operator_feed').set({ sent_through: seq }).where('org_id', '=', orgId).execute(),
});
