import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aWarning = async ({ world }: PlatformApi, facilityId: FacilityId) => {
  const subject = randomId('box', systemRandom);
  await world.db.write((tx) =>
    world.warnings.raise(tx, { kind: 'box_cloned', facilityId, subject, message: 'Two boxes number their facts.' }),
  );
  return (await world.warnings.list(facilityId)).find((row) => row.subject === subject)?.id ?? '';
};

const ofOne = async (api: PlatformApi) => ({
  params: { facilityId: api.world.facilityId, warningId: await aWarning(api, api.world.facilityId) },
  foreign: { warningId: await aWarning(api, api.otherFacilityId) },
  missing: { warningId: randomId('wrn', systemRandom) },
});

export const warningsCases: PlatformCases = {
  'warnings.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { state: 'all', kind: 'box_cloned', limit: '10' },
  }),
  'warnings.read': ofOne,
  'warnings.acknowledge': ofOne,
  'warnings.close': ofOne,
};
