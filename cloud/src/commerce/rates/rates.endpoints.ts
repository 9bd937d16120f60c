import { z } from 'zod';
import { BY_SAM, By, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { CHARGE_KEYS } from './charge-keys.ts';
import type { PlatformRates } from './platform-rates.ts';
import { AdjustmentsGiven, AllCharges, effectiveFrom, SomeAdjustments, SomeCharges, versionId } from './rate-shapes.ts';
import { ratesFaults } from './rates.faults.ts';

const endpoint = platformEndpoint<{ readonly platformRates: PlatformRates }>();
export const gate = { needs: 'super-admin', in: 'platform' } as const;
const { changed } = ratesFaults;

export const allCharges = Object.fromEntries(CHARGE_KEYS.map((key) => [key, 0])) as z.input<typeof AllCharges>;
export const A_DISCOUNT = { type: 'percent', value: -10, label: 'For the first year' } as const;
const PlatformRatesView = z
  .object({
    charges: AllCharges.describe('Every price, in major units of the currency.'),
    chargeAdjustments: SomeAdjustments.describe('What is adjusted about them.'),
    versionId,
    effectiveFrom,
    changedBy: By.nullable().describe('Who set them last. Null: nobody ever has.'),
  })
  .meta({ id: 'PlatformRates' });
const EXAMPLE: z.input<typeof PlatformRatesView> = {
  charges: { ...allCharges, pricePerDoorDay: 0.25, pricePerSms: 0.08 },
  chargeAdjustments: { pricePerSms: { type: 'free-units', value: 100, label: 'A hundred are free' } },
  versionId: 'rv_0123456789abcdef',
  effectiveFrom: '2026-02-01T00:00:00.000Z',
  changedBy: BY_SAM,
};

export const readPlatformRates = endpoint({
  id: 'platform-rates.read',
  method: 'GET',
  path: '/api/admin/saas-billing/platform-rates',
  summary: 'Read the rates of the platform',
  description: 'What everybody pays for whom nothing else is agreed, as it was set last.',
  gate,
  success: { status: 200, description: 'The rates.', schema: PlatformRatesView },
  examples: { success: EXAMPLE },
  faults: {},
  handle: ({ platformRates }, _input, { read }) =>
    read(async (tx) => oneNamedBy(tx, await platformRates.read(tx), 'changedBy')),
});

export const putPlatformRates = endpoint({
  id: 'platform-rates.put',
  method: 'PUT',
  path: '/api/admin/saas-billing/platform-rates',
  summary: 'Set rates of the platform',
  description:
    'Charge by charge: what is left out stays as it is, and null takes an adjustment away. It holds from the next day on (UTC): days that have begun are billed as they were.',
  gate,
  act: 'money',
  body: z.strictObject({
    charges: SomeCharges.describe('The prices that change, in major units of the currency.'),
    chargeAdjustments: AdjustmentsGiven.optional().describe(
      'The adjustments that change. Null: there is none any more.',
    ),
  }),
  success: { status: 200, description: 'All rates, as they are now.', schema: PlatformRatesView },
  examples: { body: { charges: { pricePerDoorDay: 0.25 } }, success: EXAMPLE },
  faults: { changed },
  audit: { event: 'platform-rates.set', target: () => 'platform' },
  handle: async ({ platformRates }, { body }, { tx, caller, about }) => {
    const view = await platformRates.put(tx, body, `user:${caller.user.id}`);
    about(view.versionId ?? 'platform');
    return oneNamedBy(tx, view, 'changedBy');
  },
});
