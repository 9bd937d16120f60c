import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aMapping, KIND, newLanguage, WORDING } from './a-mapping.ts';

const ofOne = async (api: PlatformApi) => ({
  params: { id: (await aMapping(api, { facilityId: api.world.facilityId })).mappingId },
  foreign: { id: (await aMapping(api, { facilityId: api.otherFacilityId })).mappingId },
  missing: { id: 'emm_0123456789abcdef' },
});
const onlyKind = { body: { kind: KIND, ...WORDING } };

export const emailMappingsCases: PlatformCases = {
  'email-mapping.list': async ({ world }) => ({
    query: { facilityId: world.facilityId },
    absent: { query: { facilityId: 'fac_0123456789abcdef' } },
  }),
  'email-mapping.read': ofOne,
  'email-mapping.add': async ({ world }) => ({
    body: { kind: KIND, locale: newLanguage(), facilityId: world.facilityId, ...WORDING },
    absent: { body: { kind: KIND, facilityId: 'fac_0123456789abcdef', ...WORDING } },
  }),
  'email-mapping.update': async (api) => ({ ...(await ofOne(api)), body: { enabled: false, expectedRevision: 1 } }),
  'email-mapping.delete': ofOne,
  'email-mapping.preview': async () => onlyKind,
  'email-mapping.test': async () => onlyKind,
};
