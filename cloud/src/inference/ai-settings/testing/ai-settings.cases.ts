import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { NewAiKey } from '../settings-shapes.ts';

const atClub = async ({ world }: PlatformApi) => ({ params: { clubID: world.facilityId } });
const aKey = async ({ world }: PlatformApi, facilityId: FacilityId): Promise<string> => {
  const key = NewAiKey.parse({ label: 'Chat' });
  return (await world.db.write((tx) => world.aiSettings.keys.make(tx, facilityId, key, 'user:test'))).keyHash;
};
const ofKey = async (api: PlatformApi) => ({
  params: { clubID: api.world.facilityId, keyHash: await aKey(api, api.world.facilityId) },
  foreign: { keyHash: await aKey(api, api.otherFacilityId) },
  missing: { keyHash: '0'.repeat(64) },
});

export const aiSettingsCases: PlatformCases = {
  'ai-credits.enable': atClub,
  'ai-credits.change-config': async (api) => ({
    ...(await atClub(api)),
    body: { spendLimit: { limitCents: 20_000, reset: 'month' } },
  }),
  'ai-credits.guardrails': atClub,
  'ai-credits.reset-total': atClub,
  'ai-credits.activity': atClub,
  'ai-credits.spend-limit-history': atClub,
  'ai-credits.list-keys': atClub,
  'ai-credits.make-key': async (api) => ({ ...(await atClub(api)), body: { label: 'Chat at the desk' } }),
  'ai-credits.change-key': async (api) => ({ ...(await ofKey(api)), body: { disabled: true } }),
  'ai-credits.delete-key': ofKey,
  'model-router-admin.pause': async (api) => ({
    ...(await atClub(api)),
    body: { inferencePaused: true, reason: 'A key was found in public' },
  }),
  'model-router-admin.auto-recharge': async (api) => ({
    ...(await atClub(api)),
    body: { enabled: true, thresholdCents: 1_000, amountCents: 5_000 },
  }),
};
