/** How ids for value-added tax look in the European Union, after the prefix. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^[0-9][A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};
const OTHER = /^[A-Z0-9]{2,20}$/;

export const isInUnion = (country: string): boolean => country in FORMS;

/** Greece has another prefix than its code as a country. */
const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** The id as documents write it, with the country in front; undefined where it is none of that country. Whether it was given out, only its country knows. */
export const readVatId = (text: string, country: string): string | undefined => {
  const plain = text.toUpperCase().replace(/[\s.-]/g, '');
  const prefix = prefixOf(country);
  const rest = plain.startsWith(prefix) ? plain.slice(prefix.length) : plain;
  const isRight = (FORMS[country] ?? OTHER).test(rest);
  // Without a prefix it could be anybody's.
  return isRight && plain.startsWith(prefix) ? plain : undefined;
};
