import type { Tx } from '../../db/unit-of-work.ts';
import type { StoredMemberRef } from '../members/member-store.ts';

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
  forgetMember: async ({ partnerId, facilityId, memberId }: StoredMemberRef, nobody: string): Promise<number> => {
    const { numUpdatedRows } = await tx
      .updateTable('unlock_attempt')
      .set({ member_id: nobody, first_name: null, last_name: null, full_name: null, check_in_id: null, metadata: null })
      .set({ idempotency_key: null })
      .where('facility_id', '=', facilityId)
      .where('partner_id', '=', partnerId)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },
});
