import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { PAGE } from '../../sessions/testing/signing-in.ts';
import { anInvite, forgetInvites } from './an-invite.ts';

let asked = 0;
const invited = async (api: PlatformApi, facilityId?: FacilityId) => {
  asked += 1;
  return anInvite(api, { email: `installs-${asked}@wires.example`, ...(facilityId && { facilityId }) });
};

export const installersCases: PlatformCases = {
  'installers.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'installers.invite': async (api) => {
    asked += 1;
    // The contract sends more than a facility does in a day.
    await forgetInvites(api);
    const body = { email: `invited-${asked}@wires.example`, name: 'Kim of Harbour Wires' };
    return { params: { facilityId: api.world.facilityId }, body };
  },
  'installers.revoke': async (api) => {
    await forgetInvites(api);
    const { invite } = await invited(api);
    const other = await invited(api, api.otherFacilityId);
    return {
      params: { facilityId: api.world.facilityId, inviteId: invite.id },
      foreign: { inviteId: other.invite.id },
      missing: { inviteId: 'ins_0000000000000000' },
    };
  },
  'installers.look-at-invite': async (api) => {
    await forgetInvites(api);
    return { headers: PAGE, body: { token: (await invited(api)).token } };
  },
};
