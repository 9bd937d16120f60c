import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

export const memberPhonesRepo = (tx: Tx) => ({
  /** The newest first. */
  records: (
    where: { readonly partnerId: PartnerId; readonly orgId: OrgId; readonly facilityId: FacilityId | null },
    memberIds: readonly string[],
  ) => {
    const { partnerId, orgId, facilityId } = where;
    let facilities = tx.selectFrom('facility').where('org_id', '=', orgId).select('id');
    if (facilityId !== null) facilities = facilities.where('id', '=', facilityId);
    return tx
      .selectFrom('member')
      .where('partner_id', '=', partnerId)
      .where('facility_id', 'in', facilities)
      .where('member_id', 'in', [...memberIds])
      .select(['member_id', 'facility_id', 'record'])
      .orderBy('stored_at', 'desc')
      .orderBy('facility_id')
      .execute();
  },
});
