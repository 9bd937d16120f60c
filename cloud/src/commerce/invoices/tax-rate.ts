/** A rate, and the first day that it holds. */
export interface TaxRate {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** Hundredths of a per cent: 1900 is 19 %. */
  readonly hundredths: number;
}

export const hundredthsOf = (percent: number): number => Math.round(percent * 100);

/** The rate at first, and what it was changed to. */
export const taxRates = (first: number, ...changes: readonly (readonly [from: string, percent: number])[]) =>
  [['2020-01-01', first] as const, ...changes].map(
    ([from, percent]): TaxRate => ({ from, hundredths: hundredthsOf(percent) }),
  );

/** The rate that holds on a day: before the first that is known, that one. Undefined where none is. */
export const rateOn = (rates: readonly TaxRate[], day: string): number | undefined =>
  (rates.findLast(({ from }) => from <= day) ?? rates[0])?.hundredths;

/** Such as `25.50`, as documents write it. */
export const percentText = (hundredths: number): string => (hundredths / 100).toFixed(2);
