import type { ChargeKey } from './charge-keys.ts';

/** In the order of reckoning. As they are stored, in each version: prices in micros, values in millionths. */
export const ADJUSTMENT_TYPES = ['free-units', 'amount', 'percent'] as const;
export interface Adjustment {
  readonly type: (typeof ADJUSTMENT_TYPES)[number];
  /** Millionths: of a per cent, of the price of one, or of a unit. */
  readonly micros: number;
  readonly label: string;
}

export const CONDITION_FIELDS = [
  'doors',
  'members',
  'devices',
  'cameras',
  'facilitiesOfOrganisation',
  'country',
  'month',
  'ageDays',
] as const;
export const CONDITION_OPS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'] as const;
export interface Condition {
  readonly field: (typeof CONDITION_FIELDS)[number];
  readonly op: (typeof CONDITION_OPS)[number];
  readonly value: number | string | (number | string)[];
}

export interface CustomCharge {
  readonly id: string;
  readonly label: string;
  /** For a facility and a whole month. Below 0 it is a rebate. */
  readonly micros: number;
  readonly conditions: readonly Condition[];
}

export type ChargeMicros = Readonly<Partial<Record<ChargeKey, number>>>;
export type Adjustments = Readonly<Partial<Record<ChargeKey, Adjustment>>>;

/** What every scope has. */
export interface RatesBody {
  readonly charges: ChargeMicros;
  readonly adjustments: Adjustments;
}
export interface BlockBody extends RatesBody {
  readonly templateId: string | null;
}
export interface TemplateBody extends RatesBody {
  readonly name: string;
  readonly description: string | null;
  /** Cents of a day, by plan. */
  readonly cloudAgents: Readonly<Record<string, { readonly dailyCents: number }>>;
  readonly customCharges: readonly CustomCharge[];
}

/** What a version is of: the platform's own rates, the block of an owner, or a template. */
export type RateScope = 'platform' | 'block' | 'template';
