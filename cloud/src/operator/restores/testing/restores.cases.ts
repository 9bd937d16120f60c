import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aDifference = async ({ world }: PlatformApi, facilityId: FacilityId) => {
  await world.db.write((tx) =>
    world.restores.note(tx, { facilityId, kind: 'revoked', subject: 'crd_1', message: 'A card was revoked again.' }),
  );
  return (await world.db.read((tx) => world.restores.list(tx, facilityId, 'open')))[0]?.id ?? '';
};

export const restoresCases: PlatformCases = {
  'restores.list-differences': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { which: 'all' },
  }),
  'restores.confirm-difference': async (api) => ({
    params: { facilityId: api.world.facilityId, differenceId: await aDifference(api, api.world.facilityId) },
    foreign: { differenceId: await aDifference(api, api.otherFacilityId) },
    missing: { differenceId: 'dif_zzzzzzzzzzzzzzzz' },
  }),
};
