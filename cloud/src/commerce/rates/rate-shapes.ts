import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { decimalOf, keptDecimal, microsOf } from '../../kit/http/decimals.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import { CHARGE_KEYS, CHARGE_WORDS, type ChargeKey } from './charge-keys.ts';
import {
  ADJUSTMENT_TYPES,
  type Adjustment,
  type Adjustments,
  type ChargeMicros,
  CONDITION_FIELDS,
  CONDITION_OPS,
} from './rate-bodies.ts';

/** No price of one thing is higher. */
const PRICE_MAX = 1_000_000;
const CONDITIONS_MAX = 10;
const CUSTOM_MAX = 50;
const PLANS_MAX = 20;
const DAILY_CENTS_MAX = 10_000_000;

const price = keptDecimal({ min: 0, max: PRICE_MAX });
const memberOf = <Value extends z.ZodType>(of: (key: ChargeKey) => Value) =>
  Object.fromEntries(CHARGE_KEYS.map((key) => [key, of(key)])) as Record<ChargeKey, Value>;
const optional = <Value extends z.ZodType>(value: Value) =>
  memberOf((key) => value.optional().describe(CHARGE_WORDS[key]));

/** Some of the prices, in major units of the currency. */
export const SomeCharges = z.strictObject(optional(price)).meta({ id: 'SomeRates' });
/** All of them. */
export const AllCharges = z.object(memberOf((key) => price.describe(CHARGE_WORDS[key]))).meta({ id: 'AllRates' });

const RULES = {
  percent: { test: (value: number) => value >= -100 && value <= 1_000, words: 'must be −100 to 1,000 of a percent' },
  amount: { test: () => true, words: '' },
  'free-units': {
    test: (value: number) => value >= 0 && microsOf(value) % 1_000 === 0,
    words: 'must be 0 or more of free-units, with three decimal places at most',
  },
} as const;
export const AdjustmentGiven = z
  .strictObject({
    type: z
      .enum(ADJUSTMENT_TYPES)
      .describe(
        '`free-units`: so many of a facility and month are free. `amount`: added to the price of one. `percent`: added to what that comes to.',
      ),
    value: keptDecimal({ min: -PRICE_MAX, max: PRICE_MAX }).describe('Units, an amount in major units, or per cent.'),
    label: z.string().trim().min(1).max(80).describe('Why, for whoever reads the invoice.'),
  })
  .check(({ value: { type, value }, issues }) => {
    const { test, words } = RULES[type];
    if (!test(value)) issues.push({ code: 'custom', path: ['value'], message: words, input: value });
  })
  .meta({ id: 'RateAdjustment' });
const clearable = AdjustmentGiven.nullable();
/** Null: not adjusted any more. */
export const AdjustmentsGiven = z.strictObject(optional(clearable)).meta({ id: 'RateAdjustmentsGiven' });
export const SomeAdjustments = z.object(optional(AdjustmentGiven)).meta({ id: 'RateAdjustments' });

const word = z.union([z.int().min(-1_000_000).max(1_000_000_000), z.string().min(1).max(60)]);
const ConditionGiven = z
  .strictObject({
    field: z
      .enum(CONDITION_FIELDS)
      .describe(
        'What is looked at, as it is on the day. `country`: ISO 3166, in capitals; `month`: 1 to 12; `ageDays`: since the first day that was billed.',
      ),
    op: z.enum(CONDITION_OPS).describe('How it is compared. `in`: it is one of a list.'),
    value: z.union([word, z.array(word).min(1).max(50)]).describe('A number, or a country; a list with `in` alone.'),
  })
  .check(({ value: { field, op, value }, issues }) => {
    const wrong = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: undefined });
    if ((op === 'in') !== Array.isArray(value)) wrong('value', 'must be a list with in, and with nothing else');
    const isText = field === 'country';
    if ([value].flat().some((one) => (typeof one === 'string') !== isText))
      wrong('value', isText ? 'must be text for country' : 'must be an integer for all but country');
    if (isText && !['eq', 'ne', 'in'].includes(op)) wrong('op', 'must be eq, ne or in for country');
  })
  .meta({ id: 'RateCondition' });
export const CustomChargeGiven = z
  .strictObject({
    id: z
      .string()
      .regex(/^cc_[0-9a-z]{16}$/, 'must be the id of one of these')
      .optional()
      .describe('The one that it is already. Given to it unless it has one.'),
    label: z.string().trim().min(1).max(80).describe('What the invoice calls it.'),
    amount: keptDecimal({ min: -PRICE_MAX, max: PRICE_MAX }).describe(
      'For a facility and a whole month, in major units, split by days. Below 0: a rebate.',
    ),
    conditions: z.array(ConditionGiven).max(CONDITIONS_MAX).default([]).describe('All must hold, each day anew.'),
  })
  .meta({ id: 'CustomCharge' });
export const CustomChargesGiven = z.array(CustomChargeGiven).max(CUSTOM_MAX);
export const CloudAgents = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and hyphens, a letter first'),
    z.strictObject({ dailyCents: z.int().min(0).max(DAILY_CENTS_MAX).describe('For each agent and day, in cents.') }),
  )
  .refine((plans) => Object.keys(plans).length <= PLANS_MAX, `must have ${PLANS_MAX} plans at most`);

export const TemplateId = z
  .string()
  .max(60)
  .meta({ examples: ['rt_0123456789abcdef'] });
export const versionId = z.string().nullable().describe('The version that this is; null: nothing was ever set.');
export const effectiveFrom = z.iso
  .datetime()
  .nullable()
  .describe('The first day that it is billed by, from its beginning (UTC). Null: nothing was ever set.');
export const OwnerKeyText = z
  .string()
  .max(120)
  .describe('`org#` or `facility#` and the id, URL-encoded in a path.')
  .meta({ examples: ['org#org_0123456789abcdef', 'facility#fac_0123456789abcdef'] });
export const exampleOwner: OwnerKey = `facility#${FacilityId.parse('fac_0123456789abcdef')}`;
export const exampleOrgOwner: OwnerKey = `org#${OrgId.parse('org_0123456789abcdef')}`;

type Given<Value> = Readonly<Partial<Record<ChargeKey, Value | undefined>>>;
const entries = <Value>(given: Given<Value>) =>
  Object.entries(given).filter((entry): entry is [ChargeKey, Value & {}] => entry[1] !== undefined);
const fromEntries = <Value>(all: readonly (readonly [ChargeKey, Value])[]) =>
  Object.fromEntries(all) as Partial<Record<ChargeKey, Value>>;

export const chargeMicros = (given: Given<number>): ChargeMicros =>
  fromEntries(entries(given).map(([key, value]) => [key, microsOf(value)] as const));
export const chargesView = (charges: ChargeMicros): Partial<Record<ChargeKey, number>> =>
  fromEntries(entries(charges).map(([key, micros]) => [key, decimalOf(micros)] as const));
export const allChargesView = (charges: ChargeMicros): Record<ChargeKey, number> =>
  Object.fromEntries(CHARGE_KEYS.map((key) => [key, decimalOf(charges[key] ?? 0)])) as Record<ChargeKey, number>;

export const adjustmentView = ({ type, micros, label }: Adjustment) => ({ type, value: decimalOf(micros), label });
export const adjustmentsView = (adjustments: Adjustments) =>
  fromEntries(entries(adjustments).map(([key, one]) => [key, adjustmentView(one)] as const));
/** What there was, with what is given in its place by charge; null takes one away. */
export const mergedAdjustments = (
  before: Adjustments,
  given: Given<z.output<typeof AdjustmentGiven> | null>,
): Adjustments => {
  const merged = { ...before };
  for (const key of CHARGE_KEYS) {
    const one = given[key];
    if (one === null) delete merged[key];
    else if (one !== undefined) merged[key] = { type: one.type, micros: microsOf(one.value), label: one.label };
  }
  return merged;
};
