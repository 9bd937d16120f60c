import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ErasedAtOnce, StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { CheckInTable } from './check-ins.tables.ts';

/** Names a check-in that one partner told of at one facility. */
export interface CheckInRef {
  readonly partner_id: PartnerId;
  readonly facility_id: FacilityId;
  readonly record_key: string;
}
const KEY = ['partner_id', 'facility_id', 'record_key'] as const;
const SET = ['check_in_id', 'member_id', 'occurred_at', 'check_in_type', 'source', 'class_id', 'stored_at'] as const;

const find = preparedForMany((tx, refs: readonly CheckInRef[]) =>
  tx
    .selectFrom('check_in')
    .where((eb) =>
      eb(
        eb.refTuple(...KEY),
        'in',
        refs.map((ref) => eb.tuple(ref.partner_id, ref.facility_id, ref.record_key)),
      ),
    )
    .selectAll(),
);

const put = preparedForMany((tx, rows: readonly Insertable<CheckInTable>[]) =>
  tx
    .insertInto('check_in')
    .values(rows)
    .onConflict((c) =>
      c
        .columns([...KEY])
        .doUpdateSet((eb) => Object.fromEntries(SET.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    ),
);

export const checkInsRepo = (tx: Tx) => ({
  find: (refs: readonly CheckInRef[]) => find(tx, refs),

  ofMember: ({ partnerId, facilityId, memberId }: StoredMemberRef, limit: number) =>
    tx
      .selectFrom('check_in')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', '=', memberId)
      .select(['check_in_id', 'occurred_at', 'check_in_type', 'source', 'class_id'])
      .orderBy('occurred_at', 'desc')
      .limit(limit)
      .execute(),

  removeOfMember: async (
    { partnerId, facilityId, memberId }: StoredMemberRef,
    { until, most }: ErasedAtOnce,
  ): Promise<number> => {
    const mine = { partner_id: partnerId, facility_id: facilityId };
    const rows = await tx
      .selectFrom('check_in')
      .where((eb) => eb.and({ ...mine, member_id: memberId }))
      .where('stored_at', '<=', until)
      .select('record_key')
      .limit(most)
      .execute();
    // In two steps: in one, PostgreSQL looks through all check-ins for each where it does not know yet how many there are.
    const keys = rows.map(({ record_key }) => record_key);
    if (keys.length > 0)
      await tx
        .deleteFrom('check_in')
        .where((eb) => eb.and(mine))
        .where('record_key', 'in', keys)
        .execute();
    return keys.length;
  },

  membersAfter: (source: Omit<StoredMemberRef, 'memberId'>, after: string, limit: number): Promise<string[]> =>
    memberIdsAfter(tx, 'check_in', source, after, limit),

  put: (rows: readonly Insertable<CheckInTable>[]): Promise<unknown> => put(tx, rows),
});
