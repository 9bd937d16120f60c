import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

/** Crockford's letters: no I, L, O and U, so that nothing is mistaken for a digit and no word comes of it. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** What people write for a digit. */
const READ_AS: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };
const RANDOM_LETTERS = 7;
/** x⁵ + x² + 1, which is primitive: the powers of α are all 31 elements but zero. */
const MODULUS = 0b100101;

const timesAlpha = (element: number): number => {
  const shifted = element << 1;
  return shifted > 31 ? shifted ^ MODULUS : shifted;
};
const times = (a: number, b: number): number => {
  let product = 0;
  for (let [left, right] = [a, b]; right > 0; right >>= 1, left = timesAlpha(left)) if (right & 1) product ^= left;
  return product;
};

/**
 * Σ αⁱ dᵢ over GF(32), of the letters from the left. Each place has a weight of its own, none of them zero or one, so that one wrong
 * letter and two swapped ones, the check letter among them, always show.
 */
const checkOf = (digits: readonly number[]): number => {
  let [sum, weight] = [0, 1];
  for (const digit of digits) {
    weight = timesAlpha(weight);
    sum ^= times(weight, digit);
  }
  return sum;
};

const textOf = (digits: readonly number[]): string => {
  const letters = digits.map((digit) => LETTERS[digit]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** A new one, such as `7K3M-Q0Z3`: 35 random bits and a check letter. */
export const newPaymentReference = (random: RandomBytes): string => {
  const digits = [...random(RANDOM_LETTERS)].map((byte) => byte & 31);
  return textOf([...digits, checkOf(digits)]);
};

/** What a reference is called by whoever read it: `form` where it has not the form, `check` where its check letter does not fit. */
export type Misread = 'form' | 'check';

/** As it was given out, whatever its capitals, and with `O`, `I` and `L` read as the digits that they look like. */
export const readPaymentReference = (text: string): { readonly reference: string } | { readonly misread: Misread } => {
  if (!/^[0-9A-Za-z]{4}-[0-9A-Za-z]{4}$/.test(text)) return { misread: 'form' };
  const digits = [...text.toUpperCase().replace('-', '')].map((letter) => LETTERS.indexOf(READ_AS[letter] ?? letter));
  if (digits.includes(-1)) return { misread: 'form' };
  const check = digits.at(-1);
  return checkOf(digits.slice(0, RANDOM_LETTERS)) === check ? { reference: textOf(digits) } : { misread: 'check' };
};

/**
 * Every reference that somebody may have meant who wrote this one: one letter is another, or two letters stand in each other's place.
 * The check letter leaves about ten of some three hundred.
 */
export const referencesNear = (written: string): readonly string[] => {
  const letters = [...written.toUpperCase().replace('-', '')];
  const near = new Set<string>();
  const take = (changed: readonly string[]): void => {
    const read = readPaymentReference(`${changed.slice(0, 4).join('')}-${changed.slice(4).join('')}`);
    if ('reference' in read) near.add(read.reference);
  };
  for (const [i, letter] of letters.entries()) {
    for (const other of LETTERS) take(letters.with(i, other));
    for (let j = i + 1; j < letters.length; j++) take(letters.with(i, letters[j] ?? '').with(j, letter));
  }
  return [...near];
};
