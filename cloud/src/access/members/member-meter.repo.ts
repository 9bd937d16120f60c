import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Thousandths: members of a facility, as they are now. Partners send what is, and say nothing of when it began. */
export const meterMembers = async (tx: Tx, facilityId: FacilityId): Promise<number> => {
  const { count } = await tx
    .selectFrom('member')
    .where('facility_id', '=', facilityId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) * 1_000;
};
