import { CHARGE_KEYS, type ChargeKey } from './charge-keys.ts';
import {
  ADJUSTMENT_TYPES,
  type Adjustment,
  type BlockBody,
  type CustomCharge,
  type RatesBody,
  type TemplateBody,
} from './rate-bodies.ts';
import type { DayRates } from './rate-day.ts';

/** Where a price or an adjustment comes from; `none`: nobody has ever set it. */
export const SOURCES = ['facility', 'organisation', 'template', 'platform', 'none'] as const;
export type RateSource = (typeof SOURCES)[number];

/** What holds for a facility, as far as anybody has set it. */
export interface Levels {
  readonly facility: BlockBody | undefined;
  readonly organisation: BlockBody | undefined;
  readonly template: TemplateBody | undefined;
  readonly platform: RatesBody | undefined;
}
export interface SourcedAdjustment extends Adjustment {
  readonly source: RateSource;
}
export interface ResolvedRates extends DayRates {
  readonly sources: Readonly<Record<ChargeKey, RateSource>>;
  readonly adjustments: Readonly<Partial<Record<ChargeKey, readonly SourcedAdjustment[]>>>;
  readonly customCharges: readonly CustomCharge[];
  readonly cloudAgents: TemplateBody['cloudAgents'];
}

/** The template that a facility goes by: its own block's, else its organisation's. */
export const templateOf = ({ facility, organisation }: Pick<Levels, 'facility' | 'organisation'>): string | null =>
  facility?.templateId ?? organisation?.templateId ?? null;

/** Of each price, and of each type of adjustment, the nearest that somebody has set: facility, organisation, template, platform. */
export const resolveRates = (levels: Levels): ResolvedRates => {
  const ordered = (['facility', 'organisation', 'template', 'platform'] as const).map(
    (source) => [source, levels[source]] as const,
  );
  const charges = {} as Record<ChargeKey, number>;
  const sources = {} as Record<ChargeKey, RateSource>;
  const adjustments: Partial<Record<ChargeKey, SourcedAdjustment[]>> = {};
  for (const key of CHARGE_KEYS) {
    const [source, level] = ordered.find(([, body]) => body?.charges[key] !== undefined) ?? ['none', undefined];
    charges[key] = level?.charges[key] ?? 0;
    sources[key] = source;
    const found = ADJUSTMENT_TYPES.flatMap((type) => {
      const [from, body] = ordered.find(([, one]) => one?.adjustments[key]?.type === type) ?? [];
      const adjustment = body?.adjustments[key];
      return from === undefined || adjustment === undefined ? [] : [{ ...adjustment, source: from }];
    });
    if (found.length > 0) adjustments[key] = found;
  }
  const { customCharges = [], cloudAgents = {} } = levels.template ?? {};
  return { charges, sources, adjustments, customCharges, cloudAgents };
};
