/** The value below which the share `p` (0 to 1) of `values` lies; NaN of none. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** What one number did over the rounds of a run. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** Three significant digits, and never an exponent. */
export const short = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(value >= 1_000 ? 4 : 3))) : '–';

export const shortSpread = ({ median: middle, min, max }: Spread): string =>
  `${short(middle)} (${short(min)}..${short(max)})`;
