import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { isCurrency } from '../../kit/currencies.ts';

const AMOUNT_MAX = 1_000_000_000;
const CHARGES_MAX = 100;
const OVERRIDES_MAX = 400;

const key = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and hyphens, a letter first');
const amountMinor = z.int().min(0).max(AMOUNT_MAX);

export const chargeFields = {
  key: key.describe('Names the charge for good: overrides and invoices go by it.'),
  label: z.string().trim().min(1).max(120).describe('What people read.'),
  amountMinor: amountMinor.describe('In the smallest unit of the currency, without tax.'),
  currency: z.string().length(3).refine(isCurrency, 'must be a currency of ISO 4217').describe('ISO 4217.'),
  per: z.enum(['club', 'member', 'once']).describe('What it is charged for: each club, each member, or one time.'),
  period: z
    .enum(['week', 'month', 'quarter', 'year'])
    .nullable()
    .describe('How often. Null exactly where it is charged one time.'),
  taxBasisPoints: z.int().min(0).max(10_000).describe('Tax on top, in hundredths of a per cent.'),
  active: z.boolean().describe('Whether it is charged at all.'),
};
export const Charge = z
  .strictObject(chargeFields)
  .refine(({ per, period }) => (per === 'once') === (period === null), {
    path: ['period'],
    error: 'must be null for what is charged one time, and nothing else',
  })
  .meta({ id: 'Charge' });
export type Charge = z.output<typeof Charge>;

export const ChargeOverride = z
  .strictObject({
    facilityId: FacilityId.describe('A facility of the organisation.'),
    key: key.describe('The charge.'),
    amountMinor: amountMinor.optional().describe('What it is there, in place of the organisation’s amount.'),
    disabled: z.boolean().optional().describe('Whether it is not charged there.'),
  })
  .refine((one) => one.amountMinor !== undefined || one.disabled !== undefined, 'must say what is different')
  .meta({ id: 'ChargeOverride' });
export type ChargeOverride = z.output<typeof ChargeOverride>;

/** Each by its place in the list, where an earlier one has the same name. */
const repeated = (names: readonly string[]): readonly number[] =>
  names.flatMap((name, at) => (names.indexOf(name) < at ? [at] : []));

const wrong = (path: readonly (string | number)[], message: string) => ({
  code: 'custom' as const,
  path: [...path],
  message,
});

/** What an organisation charges from a day on. */
export const ChargesGiven = z
  .strictObject({
    charges: z
      .array(Charge)
      .max(CHARGES_MAX)
      .describe(`All charges, ${CHARGES_MAX} at most, in the order to be shown.`),
    overrides: z
      .array(ChargeOverride)
      .max(OVERRIDES_MAX)
      .default([])
      .describe(`What is different at single facilities: ${OVERRIDES_MAX} at most, one for each facility and charge.`),
    effectiveOn: z.iso.date().describe('The first day that it holds, as it begins at each facility.'),
  })
  .check(({ value: { charges, overrides }, issues }) => {
    const keys = charges.map((charge) => charge.key);
    const known = new Set(keys);
    const say = (path: readonly (string | number)[], message: string) =>
      issues.push({ ...wrong(path, message), input: undefined });
    for (const at of repeated(keys)) say(['charges', at, 'key'], 'must not be the key of two charges');
    for (const [at, one] of overrides.entries())
      if (!known.has(one.key)) say(['overrides', at, 'key'], 'must be the key of a charge in this body');
    for (const at of repeated(overrides.map((one) => `${one.facilityId} ${one.key}`)))
      say(['overrides', at], 'must not be about the same facility and charge as another');
  });
export type ChargesGiven = z.output<typeof ChargesGiven>;
