import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { decimalsOf } from '../../kit/currencies.ts';

/** Millionths of the major unit of a currency: what the ledger counts. */
const DECIMALS = 6;

const perMinor = (currency: string): bigint => 10n ** BigInt(DECIMALS - decimalsOf(currency));

const exact = (amount: bigint): number => {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new Bug(`${amount} is beyond what is counted exactly`);
  return number;
};

/** Minor units, such as cents, in micros. */
export const microsOfMinor = (minor: number, currency: string): number => exact(BigInt(minor) * perMinor(currency));

/** Micros in minor units, a half to the even one: what is shown, and never what is posted. */
export const minorOfMicros = (micros: number, currency: string): number => {
  const unit = perMinor(currency);
  const [amount, sign] = micros < 0 ? [-BigInt(micros), -1n] : [BigInt(micros), 1n];
  const [whole, rest] = [amount / unit, (amount % unit) * 2n];
  const up = rest > unit || (rest === unit && whole % 2n === 1n);
  return exact(sign * (whole + (up ? 1n : 0n)));
};

/** Micros as a decimal with six places, such as `-1.250000`: for journals, never for reckoning. */
export const decimalOf = (micros: number): string => {
  const digits = Math.abs(micros)
    .toString()
    .padStart(DECIMALS + 1, '0');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};
