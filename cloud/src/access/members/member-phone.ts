import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isPlainNumber } from './plain-phone.ts';

/** E.123 in international notation: a plus, the country code, and digits in groups parted by single spaces. */
const E123 = /^\+[1-9][0-9]*(?: [0-9]+)*$/;

/**
 * The number as E.164 (`+61730000000`), from E.123 international notation (`+61 7 3000 0000`). `undefined` for any other
 * notation, an unknown country code, or a length that no number of that country has. Whether a number is in service is
 * not judged: the plans of the world change more often than this table.
 */
export const e164Of = (text: string): string | undefined => {
  if (!E123.test(text)) return undefined;
  const digits = text.replaceAll(' ', '');
  if (isPlainNumber(digits)) return digits;
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number?.isPossible() ? number.number : undefined;
};
