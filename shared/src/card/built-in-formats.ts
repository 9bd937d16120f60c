import type { BitFormat, CardFormat, LineFormat } from './card-format.ts';

const whole = (bits: number): BitFormat => ({
  name: `raw-${bits}`,
  bits,
  parity: [],
  fields: [{ name: 'card', bits: [0, bits - 1] }],
  bytes: 'as-read',
});

/** Formats of bits that many makers use: the first bit is parity over the first half, the last one over the second. */
const BIT_FORMATS = [
  {
    name: 'H10301',
    bits: 26,
    parity: [
      { kind: 'even', over: [[0, 12]] },
      { kind: 'odd', over: [[13, 25]] },
    ],
    fields: [
      { name: 'facility', bits: [1, 8] },
      { name: 'card', bits: [9, 24] },
    ],
    bytes: 'as-read',
  },
  {
    name: 'W34',
    bits: 34,
    parity: [
      { kind: 'even', over: [[0, 16]] },
      { kind: 'odd', over: [[17, 33]] },
    ],
    fields: [
      { name: 'facility', bits: [1, 16] },
      { name: 'card', bits: [17, 32] },
    ],
    bytes: 'as-read',
  },
  {
    name: 'H10304',
    bits: 37,
    parity: [
      { kind: 'even', over: [[0, 18]] },
      { kind: 'odd', over: [[18, 36]] },
    ],
    fields: [
      { name: 'facility', bits: [1, 16] },
      { name: 'card', bits: [17, 35] },
    ],
    bytes: 'as-read',
  },
  {
    name: 'H10302',
    bits: 37,
    parity: [
      { kind: 'even', over: [[0, 18]] },
      { kind: 'odd', over: [[18, 36]] },
    ],
    fields: [{ name: 'card', bits: [1, 35] }],
    bytes: 'as-read',
  },
  // Serial numbers of cards as long as cards have them (ISO/IEC 14443-3, 15693): no parity says whether they came whole.
  whole(32),
  whole(40),
  whole(56),
  whole(64),
  whole(80),
] satisfies BitFormat[];

const LINE_FORMATS = [
  /** The number in decimal, as most readers that pretend to be a keyboard type it. */
  { name: 'decimal', parts: [{ base: 10, digits: [4, 20] }], ignore: '', bytes: 'as-read' },
  /** The bytes in hexadecimal, with or without something between them. */
  { name: 'hex', parts: [{ base: 16, digits: [4, 64] }], ignore: ' :-', bytes: 'as-read' },
  /** Facility and card of 26 bits in decimal, as they are printed on cards: 123,04567. */
  {
    name: 'fc,cn',
    parts: [{ base: 10, digits: [1, 3], bits: 8 }, ',', { base: 10, digits: [1, 5], bits: 16 }],
    ignore: ' ',
    bytes: 'as-read',
  },
] satisfies LineFormat[];

/** By the name that a configuration uses. */
export const BUILT_IN_FORMATS: ReadonlyMap<string, CardFormat> = new Map(
  [...BIT_FORMATS, ...LINE_FORMATS].map((format) => [format.name, format]),
);

/**
 * What a reader understands unless told. `wires`: bits that come as pulses, of which one may be lost, so that only formats
 * with parity count. `frames`: what comes under a checksum of its own. Lines are decimal: digits may be either, and no
 * number may be two cards.
 */
export const USUAL_FORMATS = {
  wires: ['H10301', 'W34', 'H10304'],
  frames: ['H10301', 'W34', 'H10304', 'raw-32', 'raw-40', 'raw-56', 'raw-64', 'raw-80', 'decimal', 'fc,cn'],
} as const satisfies Record<string, readonly string[]>;
