/** What a document comes to, in the smallest unit of its currency. `net + tax + rounding = total`. */
export interface TaxSums {
  /** What the tax is of: the sum of the lines. */
  readonly netCents: number;
  /** Exactly `net × rate`, rounded once. */
  readonly taxCents: number;
  /** What those two miss of the total: a cent at most. */
  readonly roundingCents: number;
  readonly totalCents: number;
}

const WHOLE = 10_000n;

/** Divides, a half away from zero: as tax is rounded. */
const rounded = (dividend: bigint, divisor: bigint): bigint => {
  const [amount, sign] = dividend < 0n ? [-dividend, -1n] : [dividend, 1n];
  return sign * ((2n * amount + divisor) / (2n * divisor));
};

/** What of an amount with tax is left without. */
const netOf = (gross: bigint, hundredths: number): bigint => rounded(gross * WHOLE, WHOLE + BigInt(hundredths));

/**
 * Takes the tax out of amounts that have it in them: of each what is left, and what all come to. Parts of a cent that one amount
 * loses the next one gets, so that the lines sum exactly.
 */
export const taxSums = (grossCents: readonly number[], hundredths: number): TaxSums & { readonly nets: number[] } => {
  const nets: number[] = [];
  let gross = 0n;
  let net = 0n;
  for (const cents of grossCents) {
    gross += BigInt(cents);
    const upToHere = netOf(gross, hundredths);
    nets.push(Number(upToHere - net));
    net = upToHere;
  }
  const tax = rounded(net * BigInt(hundredths), WHOLE);
  return {
    nets,
    netCents: Number(net),
    taxCents: Number(tax),
    roundingCents: Number(gross - net - tax),
    totalCents: Number(gross),
  };
};
