import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { decimalOf } from '../../kit/http/decimals.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { CHARGE_KEYS, METERED_KEYS, type MeteredKey } from './charge-keys.ts';
import type { DayMeters } from './day-meters.ts';
import type { RateBlocks } from './rate-blocks.ts';
import {
  AdjustmentGiven,
  AdjustmentsGiven,
  adjustmentView,
  CloudAgents,
  CustomChargeGiven,
  effectiveFrom,
  exampleOwner,
  OwnerKeyText,
  SomeAdjustments,
  SomeCharges,
  TemplateId,
  versionId,
} from './rate-shapes.ts';
import { customView } from './rate-templates.ts';
import { A_DISCOUNT, gate } from './rates.endpoints.ts';
import { ratesFaults } from './rates.faults.ts';
import { SOURCES } from './resolved-rates.ts';

const endpoint = platformEndpoint<{
  readonly rateBlocks: RateBlocks;
  readonly dayMeters: DayMeters;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}>();
const { changed, owner_unknown, block_unknown } = ratesFaults;
const params = z.object({ ownerKey: OwnerKeyText });
const path = '/api/admin/saas-billing/rate-blocks/:ownerKey';
const Block = z
  .object({
    ownerKey: OwnerKeyText,
    templateId: TemplateId.nullable().describe('The template that it goes by. Null: none.'),
    charges: SomeCharges.describe('The prices that are its own, in major units of the currency.'),
    chargeAdjustments: SomeAdjustments.describe('The adjustments that are its own.'),
    versionId,
    effectiveFrom,
  })
  .meta({ id: 'RateBlock' });
const EXAMPLE: z.input<typeof Block> = {
  ownerKey: exampleOwner,
  templateId: 'rt_0123456789abcdef',
  charges: { pricePerSms: 0.07 },
  chargeAdjustments: { pricePerDoorDay: A_DISCOUNT },
  versionId: 'rv_0123456789abcdef',
  effectiveFrom: '2026-02-01T00:00:00.000Z',
};
const examples = { params: { ownerKey: exampleOwner }, success: EXAMPLE };

export const readRateBlock = endpoint({
  id: 'rate-blocks.read',
  method: 'GET',
  path,
  summary: 'Read the rates of one owner',
  description: 'What is agreed with one organisation or for one facility alone.',
  gate,
  params,
  success: { status: 200, description: 'Its rates.', schema: Block },
  examples,
  faults: { owner_unknown, block_unknown },
  handle: ({ rateBlocks }, { params: { ownerKey } }, { read }) => read((tx) => rateBlocks.read(tx, ownerKey)),
});

export const putRateBlock = endpoint({
  id: 'rate-blocks.put',
  method: 'PUT',
  path,
  summary: 'Set the rates of one owner',
  description:
    'What is left out stays as it is; null takes the template or an adjustment away. It holds from the next day on (UTC), before what the organisation, the template and the platform say.',
  gate,
  act: 'money',
  params,
  body: z.strictObject({
    templateId: TemplateId.nullable().optional().describe('The template that it goes by from then on. Null: none.'),
    charges: SomeCharges.optional().describe('The prices that change, in major units of the currency.'),
    chargeAdjustments: AdjustmentsGiven.optional().describe(
      'The adjustments that change. Null: there is none any more.',
    ),
  }),
  success: { status: 200, description: 'Its rates, as they are now.', schema: Block },
  examples: { ...examples, body: { charges: { pricePerSms: 0.07 } } },
  faults: { changed, owner_unknown },
  audit: { event: 'rate-block.set', target: ({ params: { ownerKey } }) => ownerKey },
  handle: ({ rateBlocks }, { params: { ownerKey }, body }, { tx, caller }) =>
    rateBlocks.put(tx, ownerKey, body, `user:${caller.user.id}`),
});

export const deleteRateBlock = endpoint({
  id: 'rate-blocks.delete',
  method: 'DELETE',
  path,
  summary: 'Take the rates of one owner away',
  description: 'From the next day on (UTC) it pays what those above it say.',
  gate,
  act: 'money',
  params,
  success: { status: 200, description: 'They are gone.', schema: z.object({ ownerKey: OwnerKeyText }) },
  examples: { params: { ownerKey: exampleOwner }, success: { ownerKey: exampleOwner } },
  faults: { changed, owner_unknown, block_unknown },
  audit: { event: 'rate-block.removed', target: ({ params: { ownerKey } }) => ownerKey },
  handle: async ({ rateBlocks }, { params: { ownerKey } }, { tx, caller }) => {
    await rateBlocks.remove(tx, ownerKey, `user:${caller.user.id}`);
    return { ownerKey };
  },
});

const source = z.enum(SOURCES).describe('Who has set it; `none`: nobody ever has.');
export const resolveRatesOf = endpoint({
  id: 'rates.resolve',
  method: 'GET',
  path: '/api/admin/saas-billing/rates/resolve/:clubID',
  summary: 'Read what a facility is billed by',
  description:
    'From the next day on (UTC): of each price, and of each type of adjustment, what is nearest to the facility: its own, its organisation’s, the template’s, the platform’s. The template is the one that its own rates name, else its organisation’s.',
  gate: { needs: 'super-admin', in: 'facility' },
  params: z.object({ clubID: FacilityId.describe('The facility.') }),
  success: {
    status: 200,
    description: 'What holds, and where each comes from.',
    schema: z.object({
      facilityId: z.string(),
      templateId: TemplateId.nullable().describe('The template that it goes by. Null: none.'),
      charges: z
        .array(
          z.object({
            key: z.enum(CHARGE_KEYS).describe('The charge.'),
            price: z.number().describe('In major units of the currency.'),
            source,
            metered: z.boolean().describe('Whether something is counted for it. Else it comes to nothing.'),
            adjustments: z
              .array(AdjustmentGiven.safeExtend({ source }))
              .describe('In the order of reckoning: free units, then the amount, then per cent.'),
          }),
        )
        .describe('Every charge.'),
      cloudAgents: CloudAgents.describe('What an agent in the cloud costs, by plan.'),
      customCharges: z.array(CustomChargeGiven).describe('Those of the template.'),
    }),
  },
  examples: {
    params: { clubID: 'fac_0123456789abcdef' },
    success: {
      facilityId: 'fac_0123456789abcdef',
      templateId: null,
      charges: [
        {
          key: 'pricePerSms',
          price: 0.07,
          source: 'facility',
          metered: true,
          adjustments: [{ ...A_DISCOUNT, source: 'platform' }],
        },
      ],
      cloudAgents: {},
      customCharges: [],
    },
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ rateBlocks, dayMeters, organisations }, { params: { clubID } }, { read }) =>
    read(async (tx) => {
      const facility = await organisations.findFacility(tx, clubID);
      if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
      const { rates, templateId } = await rateBlocks.resolve(tx, { facilityId: facility.id, orgId: facility.org_id });
      const isMetered = (key: string): boolean =>
        METERED_KEYS.includes(key as MeteredKey) && dayMeters.isMetered(key as MeteredKey);
      const charges = CHARGE_KEYS.map((key) => ({
        key,
        price: decimalOf(rates.charges[key]),
        source: rates.sources[key],
        metered: isMetered(key),
        adjustments: (rates.adjustments[key] ?? []).map((one) => ({ ...adjustmentView(one), source: one.source })),
      }));
      const { cloudAgents, customCharges } = rates;
      return {
        facilityId: clubID as string,
        templateId,
        charges,
        cloudAgents,
        customCharges: customCharges.map(customView),
      };
    }),
});
