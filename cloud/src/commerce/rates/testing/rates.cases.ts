import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

let made = 0;
const aTemplate = ({ world }: PlatformApi) =>
  world.db.write((tx) => world.rateTemplates.create(tx, { name: `Template ${++made}` }, 'user:test'));
const MISSING = { templateId: 'rt_zzzzzzzzzzzzzzzz' };
const aBlock = async ({ world }: PlatformApi) => {
  const ownerKey = `facility#${world.facilityId}`;
  await world.db.write((tx) => world.rateBlocks.put(tx, ownerKey, { charges: { pricePerSms: 0.07 } }, 'user:test'));
  return ownerKey;
};
const NOBODY = { ownerKey: 'facility#fac_zzzzzzzzzzzzzzzz' };

export const ratesCases: PlatformCases = {
  'platform-rates.read': async () => ({}),
  'platform-rates.put': async () => ({ body: { charges: { pricePerDoorDay: 0.25 } } }),
  'rate-templates.list': async () => ({}),
  'rate-templates.create': async () => ({ body: { name: `Made ${++made}` } }),
  'rate-templates.update': async (api) => ({
    params: { templateId: (await aTemplate(api)).templateId },
    body: { charges: { pricePerDoorDay: 0.2 } },
    foreign: MISSING,
    missing: MISSING,
  }),
  'rate-templates.duplicate': async (api) => ({
    params: { templateId: (await aTemplate(api)).templateId },
    body: { name: `Copy ${++made}` },
    foreign: MISSING,
    missing: MISSING,
  }),
  'rate-templates.what-if': async (api) => ({
    params: { templateId: (await aTemplate(api)).templateId },
    body: { months: 1, ownerKey: `org#${api.world.orgId}` },
    foreign: MISSING,
    missing: MISSING,
  }),
  'rate-blocks.read': async (api) => ({
    params: { ownerKey: await aBlock(api) },
    foreign: NOBODY,
    missing: NOBODY,
  }),
  'rate-blocks.put': async (api) => ({
    params: { ownerKey: await aBlock(api) },
    body: { charges: { pricePerSms: 0.06 } },
    foreign: NOBODY,
    missing: NOBODY,
  }),
  'rate-blocks.delete': async (api) => ({
    params: { ownerKey: await aBlock(api) },
    foreign: NOBODY,
    missing: NOBODY,
  }),
  'rates.resolve': async ({ world }) => ({ params: { clubID: world.facilityId } }),
};
