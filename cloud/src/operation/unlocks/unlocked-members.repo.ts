import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ErasedAtOnce, StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';

const NAMES = ['first_name', 'last_name', 'full_name'] as const;

/** Unlocks by whom they were for. */
export const unlockedMembersRepo = (tx: Tx) => ({
  attemptsOf: ({ partnerId, facilityId, memberId }: StoredMemberRef, limit: number) =>
    tx
      .selectFrom('unlock_attempt')
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .select(['event_id', 'door_id', 'first_name', 'last_name', 'full_name', 'check_in_id', 'source', 'metadata'])
      .select(['started_at', 'finished_at', 'outcome'])
      .orderBy('started_at', 'desc')
      .limit(limit)
      .execute(),

  /** That a door was opened stays; for whom does not. */
  forgetMember: async (
    { partnerId, facilityId, memberId }: StoredMemberRef,
    { until, most }: ErasedAtOnce,
    nobody: string,
  ): Promise<number> => {
    const { numUpdatedRows } = await tx
      .updateTable('unlock_attempt')
      .set({ member_id: nobody, first_name: null, last_name: null, full_name: null, check_in_id: null, metadata: null })
      .set({ idempotency_key: null })
      .where('event_id', 'in', (db) =>
        db
          .selectFrom('unlock_attempt')
          .where('facility_id', '=', facilityId)
          .where('partner_id', '=', partnerId)
          .where('member_id', '=', memberId)
          .where('started_at', '<=', until)
          // A member may be called that.
          .$if(memberId === nobody, (query) =>
            query.where((eb) => eb.or(NAMES.map((name) => eb(name, 'is not', null)))),
          )
          .select('event_id')
          .limit(most),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },

  membersAfter: (source: Omit<StoredMemberRef, 'memberId'>, after: string, limit: number): Promise<string[]> =>
    memberIdsAfter(tx, 'unlock_attempt', source, after, limit),
});
