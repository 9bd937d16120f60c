import { decimalsOf, isCurrency } from '../../../kit/currencies.ts';
import { wrong } from './bank-statement.ts';

/** A decimal as banks write it, without a sign, in minor units: exactly, or it throws. */
export const minorOf = (text: string, currency: string, path: string): number => {
  if (!isCurrency(currency)) throw wrong(path, 'currency', `${JSON.stringify(currency)} is no currency of ISO 4217.`);
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{0,5}))?$/.exec(text) ?? [];
  if (whole === '') throw wrong(path, 'amount', 'The amount must be digits, with a point before the minor units.');
  const places = decimalsOf(currency);
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > places) throw wrong(path, 'amount', `The amount has more decimals than ${currency} (${places}).`);
  const minor = Number(`${whole}${kept.padEnd(places, '0')}`);
  if (!Number.isSafeInteger(minor)) throw wrong(path, 'amount', 'The amount is larger than can be counted exactly.');
  return minor;
};
