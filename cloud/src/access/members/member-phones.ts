import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { memberPhonesRepo } from './member-phones.repo.ts';
import type { MemberRecord } from './member-row.ts';

/** Where a member can be called, and at which facility the partner has them. */
export interface MemberPhone {
  readonly facilityId: FacilityId;
  /** E.164; null where no number was sent, or none that is one. */
  readonly phone: string | null;
}
interface Where {
  readonly partnerId: PartnerId;
  readonly orgId: OrgId;
  /** Null: at any facility of the organisation. */
  readonly facilityId: FacilityId | null;
}
/** Records are long, and nobody waits for a thousand of them to be read. */
const READ_AT_ONCE = 200;

/**
 * The numbers of those of these members whom a partner has sent there, by their ids. Of somebody who is at several facilities the
 * newest record with a number counts.
 */
export const memberPhonesOf = async (
  tx: Tx,
  where: Where,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, MemberPhone>> => {
  const ids = [...new Set(memberIds)];
  const found = new Map<string, MemberPhone>();
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const rows = await memberPhonesRepo(tx).records(where, ids.slice(from, from + READ_AT_ONCE));
    for (const { member_id, facility_id, record } of rows) {
      const { mobile_phone_e164: phone = null } = JSON.parse(record) as MemberRecord;
      const known = found.get(member_id);
      if (known === undefined || (known.phone === null && phone !== null))
        found.set(member_id, { facilityId: facility_id, phone });
    }
  }
  return found;
};
