import type { PlatformCases } from '../../../testing/platform-case.ts';

const CHARGE = { key: 'entry', label: 'Entry', currency: 'AUD', per: 'once', period: null, taxBasisPoints: 1_000 };
const aBody = (organisationId: string) => ({
  organisationId,
  charges: [{ ...CHARGE, amountMinor: 1_500, active: true }],
  effectiveOn: '2020-01-01',
});

export const chargesCases: PlatformCases = {
  'charges-config.save': async ({ world }) => ({
    body: aBody(world.orgId),
    absent: { body: { organisationId: 'org_zzzzzzzzzzzzzzzz' } },
  }),
  'charges-config.read': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'charges-config.read-facility': async ({ world }) => ({ params: { club: world.facilityId } }),
};
