import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tables } from './tables.ts';
import { uncheckedId } from './unchecked-id.ts';
import type { Tx } from './unit-of-work.ts';

interface AboutMembers {
  readonly facility_id: string | null;
  readonly member_id: string | null;
}
/** Tables with rows about members of a facility. */
export type MemberTable = { [Name in keyof Tables]: Tables[Name] extends AboutMembers ? Name : never }[keyof Tables];

/**
 * Up to `limit` ids of members whom rows of a table are about, each once, in their order, after `after`. Without a partner, those
 * of all partners: for tables that do not say whose member it is.
 */
export const memberIdsAfter = async (
  tx: Tx,
  table: MemberTable,
  { partnerId, facilityId }: { readonly partnerId?: PartnerId; readonly facilityId: FacilityId },
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await tx
    // Any of the tables: they have these columns alike.
    .selectFrom(table as 'partner_event')
    .where('facility_id', '=', facilityId)
    .where('member_id', '>', after)
    // As the indexes have it.
    .where('member_id', 'is not', null)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? uncheckedId<PartnerId>('')))
    .select('member_id')
    .distinct()
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ member_id }) => member_id ?? []);
};
