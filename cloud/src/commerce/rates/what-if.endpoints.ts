import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { exampleOrgOwner, OwnerKeyText, TemplateId } from './rate-shapes.ts';
import { gate } from './rates.endpoints.ts';
import { ratesFaults } from './rates.faults.ts';
import type { WhatIf } from './what-if.ts';

const endpoint = platformEndpoint<{ readonly whatIfRates: WhatIf }>();
const { template_unknown, owner_unknown } = ratesFaults;
const params = z.object({ templateId: TemplateId.describe('The template.') });
const cents = z.int();
export const whatIfTemplate = endpoint({
  id: 'rate-templates.what-if',
  method: 'POST',
  path: '/api/admin/saas-billing/rate-templates/:templateId/what-if',
  summary: 'Ask what days that are over would have cost by a template',
  description:
    'Each closed day is rated again by what rated it, with this template as it is now in place of the one that it went by. Nothing changes.',
  gate,
  readsOnly: true,
  params,
  body: z.strictObject({
    months: z.int().min(1).max(12).default(1).describe('How many months before this one: 12 at most.'),
    ownerKey: OwnerKeyText.optional().describe(
      'Whose facilities; without it those of all owners who go by the template.',
    ),
  }),
  success: {
    status: 200,
    description: 'What it would have come to.',
    schema: z.object({
      templateId: TemplateId.describe('The template.'),
      facilities: z.int().describe('How many facilities were looked at.'),
      complete: z.boolean().describe('Whether there are no more: 500 are looked at.'),
      data: z
        .array(
          z.object({
            month: z.string().describe('`YYYY-MM`, UTC.'),
            billedCents: cents.describe('What those days came to.'),
            wouldBeCents: cents.describe('What they would have come to.'),
            differenceCents: cents.describe('How much more that is.'),
          }),
        )
        .describe('Each month, the oldest first.'),
    }),
  },
  examples: {
    body: { months: 1, ownerKey: exampleOrgOwner },
    success: {
      templateId: 'rt_0123456789abcdef',
      facilities: 3,
      complete: true,
      data: [{ month: '2026-01', billedCents: 12_400, wouldBeCents: 9_920, differenceCents: -2_480 }],
    },
  },
  faults: { template_unknown, owner_unknown },
  audit: { event: 'rate-template.tried', target: ({ params: { templateId } }) => templateId },
  handle: ({ whatIfRates }, { params: { templateId }, body }) => whatIfRates.ask(templateId, body),
});
