import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import {
  AdjustmentsGiven,
  AllCharges,
  CloudAgents,
  CustomChargeGiven,
  CustomChargesGiven,
  effectiveFrom,
  exampleOrgOwner,
  OwnerKeyText,
  SomeAdjustments,
  SomeCharges,
  TemplateId,
  versionId,
} from './rate-shapes.ts';
import type { RateTemplates } from './rate-templates.ts';
import { A_DISCOUNT, allCharges, gate } from './rates.endpoints.ts';
import { ratesFaults } from './rates.faults.ts';

const endpoint = platformEndpoint<{ readonly rateTemplates: RateTemplates }>();
const { changed, template_unknown, template_name_taken, too_many_templates } = ratesFaults;

const params = z.object({ templateId: TemplateId.describe('The template.') });
const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .describe('What it is called. No two are the same, whatever the capitals.');
const description = z.string().trim().max(2_000).describe('What it is for.');
const fields = {
  charges: SomeCharges.describe('Prices in major units of the currency.'),
  chargeAdjustments: AdjustmentsGiven.describe('What is adjusted about them.'),
  cloudAgents: CloudAgents.describe('What an agent in the cloud costs, by plan.'),
  customCharges: CustomChargesGiven.describe('Whatever else is charged, or given back, in the order to be shown.'),
};
const TemplateView = z
  .object({
    templateId: TemplateId.describe('The template.'),
    name,
    description: description.nullable(),
    charges: AllCharges.describe('Every price, in major units of the currency.'),
    chargeAdjustments: SomeAdjustments.describe('What is adjusted about them.'),
    cloudAgents: CloudAgents.describe('What an agent in the cloud costs, by plan.'),
    customCharges: z.array(CustomChargeGiven).describe('Whatever else is charged, or given back.'),
    versionId,
    effectiveFrom,
    changeLog: z
      .array(
        z.object({
          at: z.iso.datetime().describe('When.'),
          by: By.describe('Who.'),
          field: z.string().describe('Which field, such as `charges.pricePerSms`.'),
          from: z.string().nullable().describe('What it was, as JSON. Null: it was not there.'),
          to: z.string().nullable().describe('What it has been since, as JSON. Null: it is not there any more.'),
        }),
      )
      .describe('What was changed since it was made, the newest first, 200 at most.'),
    linkedBlocks: z.array(OwnerKeyText).describe('The owners whose own rates go by it.'),
  })
  .meta({ id: 'RateTemplate' });
const RULES = {
  name: 'Small studios',
  description: 'Up to four doors.',
  chargeAdjustments: { pricePerDoorDay: A_DISCOUNT },
  cloudAgents: { basic: { dailyCents: 150 } },
};
const A_CHARGE = {
  label: 'Winter rebate',
  amount: -5,
  conditions: [{ field: 'month' as const, op: 'in' as const, value: [1, 2, 12] }],
};
const EXAMPLE: z.input<typeof TemplateView> = {
  ...RULES,
  templateId: 'rt_0123456789abcdef',
  charges: { ...allCharges, pricePerDoorDay: 0.2 },
  customCharges: [{ id: 'cc_0123456789abcdef', ...A_CHARGE }],
  versionId: 'rv_0123456789abcdef',
  effectiveFrom: '2026-02-01T00:00:00.000Z',
  changeLog: [
    { at: '2026-01-31T09:30:00.000Z', by: BY_SAM, field: 'charges.pricePerDoorDay', from: '0.25', to: '0.2' },
  ],
  linkedBlocks: [exampleOrgOwner],
};
const success = { status: 200, description: 'The template, as it is now.', schema: TemplateView } as const;

type View = Awaited<ReturnType<RateTemplates['read']>>;
const named = async (tx: Tx, views: readonly View[]) => {
  const entries = await namedBy(
    tx,
    views.flatMap(({ changeLog }) => changeLog),
    'by',
  );
  let at = 0;
  return views.map((view) => {
    const changeLog = entries.slice(at, at + view.changeLog.length);
    at += view.changeLog.length;
    return { ...view, changeLog };
  });
};
const oneNamed = async (tx: Tx, view: View) => {
  const [one] = await named(tx, [view]);
  return one as NonNullable<typeof one>;
};

export const listRateTemplates = endpoint({
  id: 'rate-templates.list',
  method: 'GET',
  path: '/api/admin/saas-billing/rate-templates',
  summary: 'List pricing templates',
  description: 'All of them, by name: 500 at most.',
  gate,
  success: { status: 200, description: 'The templates.', schema: listSchema(TemplateView) },
  examples: { success: { data: [EXAMPLE] } },
  faults: {},
  handle: ({ rateTemplates }, _input, { read }) =>
    read(async (tx) => ({ data: await named(tx, await rateTemplates.list(tx)) })),
});

export const createRateTemplate = endpoint({
  id: 'rate-templates.create',
  method: 'POST',
  path: '/api/admin/saas-billing/rate-templates',
  summary: 'Make a pricing template',
  description:
    'Rates that owners’ own rates can go by. Prices that it is not given are those of the platform as they are now.',
  gate,
  act: 'money',
  body: z.strictObject({
    name,
    description: description.nullable().optional(),
    charges: fields.charges.optional(),
    chargeAdjustments: fields.chargeAdjustments.optional(),
    cloudAgents: fields.cloudAgents.optional(),
    customCharges: fields.customCharges.optional(),
  }),
  success: { ...success, status: 201, description: 'The template.' },
  examples: { body: { ...RULES, charges: { pricePerDoorDay: 0.2 }, customCharges: [A_CHARGE] }, success: EXAMPLE },
  faults: { changed, template_name_taken, too_many_templates },
  audit: { event: 'rate-template.created', target: () => 'platform' },
  handle: async ({ rateTemplates }, { body }, { tx, caller, about }) => {
    const view = await rateTemplates.create(tx, body, `user:${caller.user.id}`);
    about(view.templateId);
    return oneNamed(tx, view);
  },
});

export const updateRateTemplate = endpoint({
  id: 'rate-templates.update',
  method: 'PUT',
  path: '/api/admin/saas-billing/rate-templates/:templateId',
  summary: 'Change a pricing template',
  description:
    'What is left out stays as it is; null is as if it had never been set. It holds from the next day on (UTC) for all that go by it.',
  gate,
  act: 'money',
  params,
  body: z.strictObject({
    name: name.optional(),
    description: description.nullable().optional(),
    charges: fields.charges
      .nullable()
      .optional()
      .describe('The prices that change. Null: all are the platform’s of now.'),
    chargeAdjustments: fields.chargeAdjustments
      .nullable()
      .optional()
      .describe('The adjustments that change; null for one, or for all, takes away.'),
    cloudAgents: fields.cloudAgents.nullable().optional().describe('All plans, in place of those before.'),
    customCharges: fields.customCharges.nullable().optional().describe('All of them, in place of those before.'),
  }),
  success,
  examples: { body: { charges: { pricePerDoorDay: 0.2 } }, success: EXAMPLE },
  faults: { changed, template_unknown, template_name_taken },
  audit: { event: 'rate-template.changed', target: ({ params: { templateId } }) => templateId },
  handle: async ({ rateTemplates }, { params: { templateId }, body }, { tx, caller }) =>
    oneNamed(tx, await rateTemplates.update(tx, templateId, body, `user:${caller.user.id}`)),
});

export const duplicateRateTemplate = endpoint({
  id: 'rate-templates.duplicate',
  method: 'POST',
  path: '/api/admin/saas-billing/rate-templates/:templateId/duplicate',
  summary: 'Copy a pricing template',
  description:
    'All of its rules under another name: its own with ` (copy)`, ` (copy 2)` and so on, unless one is given. The copy has no change log, and nobody goes by it yet.',
  gate,
  act: 'money',
  params,
  body: z.strictObject({ name: name.optional() }).optional(),
  success: { ...success, status: 201, description: 'The copy.' },
  examples: { body: { name: 'Small studios, 2027' }, success: { ...EXAMPLE, changeLog: [], linkedBlocks: [] } },
  faults: { changed, template_unknown, template_name_taken, too_many_templates },
  audit: { event: 'rate-template.duplicated', target: ({ params: { templateId } }) => templateId },
  handle: async ({ rateTemplates }, { params: { templateId }, body }, { tx, caller, about }) => {
    const view = await rateTemplates.duplicate(tx, templateId, body?.name, `user:${caller.user.id}`);
    about(view.templateId);
    return oneNamed(tx, view);
  },
});
