import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from './platform-api.ts';

/** The id of a member who was never there before. */
export const aMemberId = () => randomId('m', systemRandom);

/** A request about a member whom the partner has pushed, with one at another organisation and one who is nowhere. */
export const ofMember = async ({ world, otherFacilityId }: PlatformApi) => {
  const [own, other] = [aMemberId(), aMemberId()];
  const row = { partner_id: world.partnerId, record: '{"first_name":"Jo","last_name":"Bloggs"}', updated_at: null };
  const at = { stored_at: 0, picture_key: null };
  await world.db.write((tx) =>
    tx
      .insertInto('member')
      .values([
        { ...row, ...at, facility_id: world.facilityId, member_id: own },
        { ...row, ...at, facility_id: otherFacilityId, member_id: other },
      ])
      .execute(),
  );
  return {
    params: { facilityId: world.facilityId, partnerId: world.partnerId, memberId: own },
    foreign: { memberId: other },
    missing: { memberId: aMemberId() },
  };
};
