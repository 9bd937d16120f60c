import { type ChargeKey, METERED_KEYS, type MeteredKey } from './charge-keys.ts';
import { type DayFacts, holds } from './conditions.ts';
import type { Adjustment, CustomCharge } from './rate-bodies.ts';
import { dayOfMonth, daysInMonth } from './utc-days.ts';

/** What a day is rated by: of every charge its price, and what is adjusted about it. */
export interface DayRates {
  /** In micros. */
  readonly charges: Readonly<Record<ChargeKey, number>>;
  /** One of each type at most. */
  readonly adjustments: Readonly<Partial<Record<ChargeKey, readonly Adjustment[]>>>;
  readonly customCharges: readonly CustomCharge[];
}

/** What one day leaves to the next one of the same facility and month, by charge. */
export type Carry = Readonly<Partial<Record<MeteredKey, { readonly free: number; readonly rest: number }>>>;

export interface DayLine {
  /** A charge key, or `custom:` and the id of a custom charge. */
  readonly key: string;
  readonly label: string | null;
  /** Thousandths. */
  readonly quantity: number;
  /** How much of that was free, in thousandths. */
  readonly free: number;
  /** The price of one, in micros, after what is added to it; of a custom charge its amount of a whole month. */
  readonly unitMicros: number;
  /** What is added to that, in millionths of a per cent. */
  readonly percentMicros: number;
  readonly micros: number;
}
export interface RatedDay {
  readonly lines: readonly DayLine[];
  readonly micros: number;
  readonly carry: Carry;
}

const HUNDRED_PERCENT = 100_000_000n;
/** Thousandths × micros × millionths of a per cent: so many parts are one micro. What is left over waits for the next day. */
const PARTS = 1_000n * HUNDRED_PERCENT;

/**
 * Rates one day of one facility. Pure: what-if and explanations are this function again. Nothing is rounded: parts of a micro
 * go on to the next day of the month, so that the days of a month are the month but for its last part.
 */
export const rateDay = (day: string, rates: DayRates, facts: DayFacts, carry: Carry = {}): RatedDay => {
  const next: Partial<Record<MeteredKey, { free: number; rest: number }>> = { ...carry };
  const lines: DayLine[] = [];
  for (const key of METERED_KEYS) {
    const quantity = facts.quantities[key];
    if (quantity === undefined) continue;
    const { line, left } = rateCharge(key, quantity, rates, carry[key]);
    lines.push(line);
    next[key] = left;
  }
  for (const charge of rates.customCharges) if (holds(charge.conditions, day, facts)) lines.push(lineOf(charge, day));
  return { lines, micros: lines.reduce((sum, { micros }) => sum + micros, 0), carry: next };
};

const rateCharge = (
  key: MeteredKey,
  quantity: number,
  { charges, adjustments }: DayRates,
  { free: freeBefore, rest } = { free: 0, rest: 0 },
) => {
  const adjusted = (type: Adjustment['type']): number =>
    adjustments[key]?.find((adjustment) => adjustment.type === type)?.micros ?? 0;
  // Free units are whole thousandths: their millionths end with three zeros.
  const allowance = adjusted('free-units') / 1_000;
  const free = Math.min(quantity, Math.max(0, allowance - freeBefore));
  const unitMicros = Math.max(0, charges[key] + adjusted('amount'));
  const percentMicros = adjusted('percent');
  const percent = HUNDRED_PERCENT + BigInt(percentMicros);
  const parts = BigInt(quantity - free) * BigInt(unitMicros) * (percent < 0n ? 0n : percent) + BigInt(rest);
  const line = { key, label: null, quantity, free, unitMicros, percentMicros, micros: safe(parts / PARTS) };
  return { line, left: { free: freeBefore + free, rest: Number(parts % PARTS) } };
};

/** The day's share of an amount for a whole month: the shares of all its days are exactly the amount. */
const lineOf = ({ id, label, micros }: CustomCharge, day: string): DayLine => {
  const until = (days: number): bigint => floorDiv(BigInt(micros) * BigInt(days), BigInt(daysInMonth(day)));
  const date = dayOfMonth(day);
  const own = { quantity: 1_000, free: 0, unitMicros: micros, percentMicros: 0 };
  return { key: `custom:${id}`, label, ...own, micros: safe(until(date) - until(date - 1)) };
};

const floorDiv = (a: bigint, b: bigint): bigint => (a < 0n && a % b !== 0n ? a / b - 1n : a / b);

const safe = (micros: bigint): number => {
  const number = Number(micros);
  if (!Number.isSafeInteger(number)) throw new RangeError('a day costs more than is counted');
  return number;
};
