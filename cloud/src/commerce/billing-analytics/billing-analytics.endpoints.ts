import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { BillingAnalytics } from './billing-analytics.service.ts';

const endpoint = platformEndpoint<{
  readonly billingAnalytics: BillingAnalytics;
}>();
const gate = { needs: 'super-admin', in: 'platform' } as const;
const { place_unknown } = usersFaults;

const months = z.coerce
  .number<string | number>()
  .int()
  .min(1)
  .max(24)
  .default(12)
  .describe('How many months, this one included: 1 to 24.');
const flag = (what: string) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default('false')
    .transform((text) => text === 'true' || text === '1')
    .describe(what);
const includeArchived = flag('Whether those that are archived count as well.');

const cents = z.int().describe('In cents.');
const figures = {
  billedCents: cents.describe('What the days came to, in cents.'),
  paidCents: cents.describe('What was debited from wallets and what was paid by records, in cents.'),
  usageByCharge: z
    .array(
      z.object({
        charge: z.string().describe('The charge; `custom` for all custom charges.'),
        quantity: z.number().describe('How much was counted, over all days.'),
        cents: cents.describe('What it came to, in cents.'),
      }),
    )
    .describe('What was used, by charge.'),
  aiMicros: z.int().describe('What models cost, in millionths of the major unit.'),
};
const Analytics = z
  .object({
    series: z
      .array(z.object({ month: z.string().describe('`YYYY-MM`, UTC.'), ...figures }))
      .describe('Each month, the oldest first.'),
    totals: z.object(figures).describe('All of them together.'),
    outstandingCents: cents.describe('What is owed by records at present, in cents.'),
    asOf: z.iso.datetime().describe('When this was reckoned (UTC).'),
    cached: z.boolean().describe('Whether that was for somebody else who asked before: within five minutes.'),
  })
  .meta({ id: 'BillingAnalytics' });
const FIGURES = {
  billedCents: 2_325,
  paidCents: 2_325,
  usageByCharge: [{ charge: 'pricePerDoorDay', quantity: 93, cents: 2_325 }],
  aiMicros: 0,
};
const EXAMPLE: z.input<typeof Analytics> = {
  series: [{ month: '2026-01', ...FIGURES }],
  totals: FIGURES,
  outstandingCents: 0,
  asOf: '2026-01-31T09:30:00.000Z',
  cached: false,
};
const success = { status: 200, description: 'The figures.', schema: Analytics } as const;

export const readPlatformAnalytics = endpoint({
  id: 'platform-analytics.read',
  method: 'GET',
  path: '/api/admin/saas-billing/platform-analytics',
  summary: 'Read what the platform bills',
  description: 'By month, of all who are billed. Kept for five minutes; `refresh` has it reckoned anew.',
  gate,
  query: z.strictObject({ months, includeArchived, refresh: flag('Whether to reckon it anew, whatever is kept.') }),
  success,
  examples: { query: { months: 1 }, success: EXAMPLE },
  faults: {},
  handle: ({ billingAnalytics }, { query }) => billingAnalytics.read({ scope: { kind: 'platform' }, ...query }),
});

export const readOrganisationAnalytics = endpoint({
  id: 'billing-analytics.read',
  method: 'GET',
  path: '/api/admin/saas-billing/org/:organisationId/analytics',
  summary: 'Read what an organisation is billed',
  description: 'By month, of the organisation with its facilities, or of one of them. Kept for five minutes.',
  gate: { needs: 'super-admin', in: 'organisation' },
  params: z.object({ organisationId: OrgId.describe('The organisation.') }),
  query: z.strictObject({
    months,
    clubID: FacilityId.optional().describe('One facility of the organisation alone.'),
    includeArchived,
  }),
  success,
  examples: { params: { organisationId: 'org_0123456789abcdef' }, query: { months: 1 }, success: EXAMPLE },
  faults: { place_unknown },
  handle: async ({ billingAnalytics }, { params, query: { clubID, ...query } }, { read }) => {
    const scope = await read((tx) => billingAnalytics.scopeWithin(tx, params.organisationId, clubID));
    return billingAnalytics.read({ scope, ...query });
  },
});
