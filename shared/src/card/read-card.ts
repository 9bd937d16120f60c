import type { BitFormat, CardFormat, LineFormat } from './card-format.ts';

/**
 * What a reader took in, as a card. `card` is the credential in the form of `cardText`: the number's bits without parity as
 * hexadecimal, so that every reader of the same card gives the same one.
 */
export type CardReading =
  | { readonly ok: true; readonly card: string; readonly format: string }
  /** `length`: no format has it so. `parity`: it did not come whole. `empty`: nothing but zeros, which no card is. */
  | { readonly ok: false; readonly why: 'length' | 'parity' | 'empty' };

/** Reads bits, '0' and '1', by the first format of their length whose parities hold. */
export const readBits = (formats: readonly CardFormat[], bits: string): CardReading => {
  const ofLength = formats.filter((format): format is BitFormat => 'bits' in format && format.bits === bits.length);
  if (ofLength.length === 0 || !/^[01]+$/.test(bits)) return { ok: false, why: 'length' };
  const format = ofLength.find(({ parity }) => parity.every((rule) => holds(rule, bits)));
  if (format === undefined) return { ok: false, why: 'parity' };
  const number = format.fields.map(({ bits: [first, last] }) => bits.slice(first, last + 1)).join('');
  return reading(format, number);
};

/** Reads one line of text by the first format that it fits. */
export const readLine = (formats: readonly CardFormat[], text: string): CardReading => {
  for (const format of formats) {
    if (!('parts' in format)) continue;
    const number = numberIn(format, text);
    if (number !== undefined) return reading(format, number);
  }
  return { ok: false, why: 'length' };
};

const holds = ({ kind, over }: BitFormat['parity'][number], bits: string): boolean => {
  let ones = 0;
  for (const [first, last] of over) for (let at = first; at <= last; at++) if (bits[at] === '1') ones++;
  return ones % 2 === (kind === 'odd' ? 1 : 0);
};

const reading = ({ name, bytes }: CardFormat, bits: string): CardReading => {
  const hex = hexOf(bits);
  const whole = hex.padStart(hex.length + (hex.length % 2), '0');
  const ordered = bytes === 'reversed' ? (whole.match(/../g) ?? []).reverse().join('') : whole;
  const card = ordered.replace(/^0+/, '');
  return card === '' ? { ok: false, why: 'empty' } : { ok: true, card, format: name };
};

const hexOf = (bits: string): string =>
  BigInt(`0b${bits}`)
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(bits.length / 4), '0');

/** The bits that a line says; undefined for a line of another kind. Looks at each character once. */
const numberIn = ({ parts, ignore }: LineFormat, text: string): string | undefined => {
  const plain = [...text].filter((character) => !ignore.includes(character)).join('');
  let rest = plain;
  let bits = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      if (!rest.startsWith(part)) return undefined;
      rest = rest.slice(part.length);
      continue;
    }
    const [digits] = (part.base === 10 ? /^\d*/ : /^[0-9A-Fa-f]*/).exec(rest) as RegExpExecArray;
    const [least, most] = part.digits;
    if (digits.length < least || digits.length > most) return undefined;
    const value = BigInt(part.base === 10 ? digits : `0x${digits}`).toString(2);
    const width = part.bits ?? (part.base === 16 ? digits.length * 4 : value.length);
    if (value.length > width) return undefined;
    bits += value.padStart(width, '0');
    rest = rest.slice(digits.length);
  }
  return rest === '' ? bits : undefined;
};
