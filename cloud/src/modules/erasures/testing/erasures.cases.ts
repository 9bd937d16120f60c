import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../test-kit/platform-api.ts';
import type { PlatformCases } from '../../../test-kit/platform-case.ts';

const aMember = () => randomId('m', systemRandom);

const ofMember = async ({ world, otherFacilityId }: PlatformApi) => {
  const [own, other] = [aMember(), aMember()];
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
    params: { club: world.facilityId, partnerId: world.partnerId, memberId: own },
    foreign: { memberId: other },
    missing: { memberId: aMember() },
  };
};

export const erasuresCases: PlatformCases = {
  'members.export': ofMember,
  'members.erase': ofMember,
};
