import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnerRemarkTable } from './partners.tables.ts';

/** A member whom remarks are about. */
export interface RemarkedMember {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  readonly memberId: string;
}
/** Those from until then, so many at most. */
export interface RemarksUntil {
  readonly until: number;
  readonly most: number;
}

/** What a request said first stands, should its id ever come again: a remark refuses nobody's batch. */
const insert = preparedForMany((tx, rows: readonly PartnerRemarkTable[]) =>
  tx
    .insertInto('partner_remark')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['request_id', 'number']).doNothing()),
);

export const remarksRepo = (tx: Tx) => ({
  put: (rows: readonly PartnerRemarkTable[]): Promise<unknown> => insert(tx, rows),

  /** In the order of the items. */
  ofRequest: (partnerId: PartnerId, requestId: string, limit: number) =>
    tx
      .selectFrom('partner_remark')
      .where('request_id', '=', requestId)
      .where('partner_id', '=', partnerId)
      .selectAll()
      .orderBy('number')
      .limit(limit)
      .execute(),

  /** Those about a member of the facility, the newest first. */
  ofMember: ({ partnerId, facilityId, memberId }: RemarkedMember, limit: number) =>
    tx
      .selectFrom('partner_remark')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', '=', memberId)
      .select(['at', 'path', 'reason'])
      .orderBy('at', 'desc')
      .limit(limit)
      .execute(),

  removeOfMember: ({ partnerId, facilityId, memberId }: RemarkedMember, { until, most }: RemarksUntil) =>
    removed(tx, (query) =>
      query
        .where('partner_id', '=', partnerId)
        .where('facility_id', '=', facilityId)
        .where('member_id', '=', memberId)
        .where('at', '<=', until)
        .limit(most),
    ),

  /** Forgets the oldest from before `at`, `limit` of them at most. Resolves with how many those were. */
  deleteBefore: (at: number, limit: number) =>
    removed(tx, (query) => query.where('at', '<', at).orderBy('at').limit(limit)),
});

const keys = (tx: Tx) => tx.selectFrom('partner_remark').select(['request_id', 'number']);

const removed = async (tx: Tx, which: (query: ReturnType<typeof keys>) => ReturnType<typeof keys>): Promise<number> => {
  const rows = await which(keys(tx)).execute();
  for (const [requestId, own] of Map.groupBy(rows, ({ request_id }) => request_id))
    await tx
      .deleteFrom('partner_remark')
      .where('request_id', '=', requestId)
      .where(
        'number',
        'in',
        own.map(({ number }) => number),
      )
      .execute();
  return rows.length;
};
