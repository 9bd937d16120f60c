import { z } from 'zod';

/** The smallest difference between two decimals that are kept. A schema with this step is judged by the text that was sent. */
export const DECIMAL_STEP = 0.000001;
const PLACES = 6;
const MICROS = 1_000_000;
/** Up to here the millionths of a number are exactly those of the text that it was written as. */
const KEPT_MAX = 1_000_000_000;

export const NOT_A_DECIMAL = `must be a number within ±${KEPT_MAX} of at most ${PLACES} decimal places, and not negative zero`;

const NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
/** An exponent of more digits makes a number of nothing, or of more than is kept; written out it would fill the memory. */
const EXPONENT_MAX = 400;

/** Whether a number, as it is written in JSON, is within bounds and has at most six places: judged by its digits, not by a double. */
export const isKeptDecimal = (text: string): boolean => {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined) return false;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return sign === '';
  const shift = Number(exponent) - fraction.length + PLACES;
  if (Math.abs(Number(exponent)) > EXPONENT_MAX) return false;
  const significant = digits.replace(/0+$/, '');
  const places = shift + digits.length - significant.length;
  return places >= 0 && BigInt(significant) * 10n ** BigInt(places) <= BigInt(KEPT_MAX) * BigInt(MICROS);
};

/** A decimal in millionths. Exact for every number that a schema of `keptDecimal` lets through. */
export const microsOf = (decimal: number): number => Math.round(decimal * MICROS) + 0;

/** Millionths as the decimal that they were written as. */
export const decimalOf = (micros: number): number => micros / MICROS;

/** A number of which the millionths are kept: what cannot be is refused, never rounded. */
export const keptDecimal = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .number()
    .min(min)
    .max(max)
    .multipleOf(DECIMAL_STEP)
    .refine((value) => decimalOf(microsOf(value)) === value, NOT_A_DECIMAL);
