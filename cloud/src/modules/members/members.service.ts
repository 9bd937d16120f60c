import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Database } from '../../db/unit-of-work.ts';
import { membersRepo } from './members.repo.ts';

export interface Member {
  readonly partnerId: PartnerId;
  readonly facilityId: FacilityId;
  /** The partner's own identifier. */
  readonly memberId: string;
  readonly firstName: string;
  readonly lastName: string;
}
export type MembersService = ReturnType<typeof createMembersService>;

export const createMembersService = ({ db }: { readonly db: Pick<Database, 'write'> }) => ({
  /** Creates the members, or updates who is known already, all or none. */
  put: (members: readonly Member[]): Promise<void> =>
    db.write(async (tx) => {
      for (const member of members)
        await membersRepo(tx).upsert({
          partner_id: member.partnerId,
          facility_id: member.facilityId,
          member_id: member.memberId,
          first_name: member.firstName,
          last_name: member.lastName,
        });
    }),
});
