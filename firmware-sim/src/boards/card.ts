/** A card as somebody who holds one names it: its number, and the bits that a reader makes of it. */
export interface Card {
  /** The number itself, without parity. */
  readonly number: bigint;
  /** As on a Wiegand line, first bit first, parity included. */
  readonly bits: string;
  /** Whether the bits have a layout with parity; else they are the number as it is. */
  readonly laidOut: boolean;
}

/** How many bits each field has, and how many bits at either end the two parities are over (the makers' layouts). */
interface Layout {
  readonly fields: readonly number[];
  readonly parityOver: number;
}
const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['h10301', { fields: [8, 16], parityOver: 13 }],
  ['w34', { fields: [16, 16], parityOver: 17 }],
  ['h10304', { fields: [16, 19], parityOver: 19 }],
  ['h10302', { fields: [35], parityOver: 19 }],
]);
/** Lengths of serial numbers that readers give as they are. */
const WHOLE_LENGTHS = [40, 56, 64, 80, 128, 256];
const LONGEST_BITS = 256;

const ones = (bits: string): number => bits.replaceAll('0', '').length;
const binary = (value: bigint, width: number): string => value.toString(2).padStart(width, '0');

/** Even parity in front over the first half, odd parity behind over the second. */
const withParity = (body: string, over: number): string => {
  const first = ones(body.slice(0, over - 1)) % 2;
  const last = 1 - (ones(body.slice(-(over - 1))) % 2);
  return `${first}${body}${last}`;
};

const laidOut = (layout: Layout, values: readonly bigint[]): Card | undefined => {
  const fits =
    values.length === layout.fields.length && values.every((value, at) => value < 2n ** BigInt(layout.fields[at] ?? 0));
  if (!fits) return undefined;
  const body = values.map((value, at) => binary(value, layout.fields[at] ?? 0)).join('');
  return { number: BigInt(`0b${body}`), bits: withParity(body, layout.parityOver), laidOut: true };
};

/** A bare number in the shortest usual layout that has room for it, so that it is the same card at every reader. */
const numbered = (number: bigint): Card | undefined => {
  if (number < 2n ** 24n) return laidOut({ fields: [24], parityOver: 13 }, [number]);
  if (number < 2n ** 32n) return laidOut({ fields: [32], parityOver: 17 }, [number]);
  const width = WHOLE_LENGTHS.find((bits) => number < 2n ** BigInt(bits));
  return width === undefined ? undefined : { number, bits: binary(number, width), laidOut: false };
};

/**
 * `7B11D7` is the number in hex, in the shortest usual layout; `h10301:123:4567`, `w34:1:2`, `h10304:1:2`, `h10302:3` are
 * fields in decimal; `bits:0110` is exactly these. Undefined for anything else, and for fields that do not fit.
 */
export const parseCard = (text: string): Card | undefined => {
  const [kind = '', ...fields] = text.toLowerCase().split(':');
  if (fields.length === 0) return /^[0-9a-f]{1,64}$/.test(kind) ? numbered(BigInt(`0x${kind}`)) : undefined;
  if (kind === 'bits') {
    const [bits = ''] = fields;
    const good = fields.length === 1 && /^[01]+$/.test(bits) && bits.length <= LONGEST_BITS;
    return good ? { number: BigInt(`0b${bits}`), bits, laidOut: false } : undefined;
  }
  const layout = LAYOUTS.get(kind);
  return layout !== undefined && fields.every((field) => /^\d{1,12}$/.test(field))
    ? laidOut(layout, fields.map(BigInt))
    : undefined;
};

/** A card whose number is one off: in good order, and not the one that was held there. */
export const anotherCard = ({ number, bits }: Card): Card => {
  const other = number ^ 1n;
  return numbered(other) ?? { number: other, bits, laidOut: false };
};

/** As readers that send text have it: decimal, ten digits at least. */
export const decimalText = ({ number }: Card): string => number.toString().padStart(10, '0');
export const hexText = ({ number }: Card): string => number.toString(16).toUpperCase();
