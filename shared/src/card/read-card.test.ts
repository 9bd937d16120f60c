import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardText } from '../snapshot/presented.ts';
import { BUILT_IN_FORMATS, USUAL_FORMATS } from './built-in-formats.ts';
import { BitFormat, CardFormat, LineFormat, widthOf } from './card-format.ts';
import { keyOfBits } from './key-burst.ts';
import { readBits, readLine } from './read-card.ts';

interface Case {
  readonly name: string;
  readonly bits?: string;
  readonly line?: string;
  readonly formats: readonly unknown[];
  readonly expected: object;
}
const { cases } = JSON.parse(readFileSync(new URL('../../vectors/card/cards.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[];
};

const formatOf = (given: unknown): CardFormat =>
  typeof given === 'string' ? (BUILT_IN_FORMATS.get(given) as CardFormat) : CardFormat.parse(given);
const usual = (names: readonly string[]) => names.map(formatOf);

describe('a card', () => {
  it.each(cases.map((each) => [each.name, each] as const))('is read as the vectors say: %s', (_name, given) => {
    const formats = given.formats.map(formatOf);
    const read = given.bits === undefined ? readLine(formats, given.line ?? '') : readBits(formats, given.bits);
    expect(read).toEqual({ ok: !('why' in given.expected), ...given.expected });
  });

  const framed = [...BUILT_IN_FORMATS.values()].filter((format) => 'bits' in format);
  const withParity = framed.filter(({ parity }) => parity.length > 0);

  it('of any number is the same credential in every format that has room for it, and in the form of cardText', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, (1n << 80n) - 1n), (number) => {
        const hex = number.toString(16).toUpperCase();
        for (const format of framed.filter(({ fields }) => number >> BigInt(widthOf(fields)) === 0n))
          expect(readBits([format], bitsOf(format, number))).toEqual({ ok: true, card: hex, format: format.name });
        expect(readLine(usual(['hex']), hex.padStart(4, '0'))).toMatchObject({ card: hex });
        expect(cardText(hex)).toBe(hex);
      }),
    );
  });

  it('with one bit turned over or lost is never another card where there is parity', () => {
    fc.assert(
      fc.property(fc.constantFrom(...withParity), fc.bigInt(1n, 0xff_ffffn), fc.nat(), (format, number, seed) => {
        const bits = bitsOf(format, number);
        const at = seed % bits.length;
        const turned = `${bits.slice(0, at)}${bits[at] === '1' ? '0' : '1'}${bits.slice(at + 1)}`;
        expect(readBits(usual(USUAL_FORMATS.wires), turned)).toEqual({ ok: false, why: 'parity' });
        const lost = bits.slice(0, at) + bits.slice(at + 1);
        expect(readBits(usual(USUAL_FORMATS.wires), lost)).toEqual({ ok: false, why: 'length' });
      }),
    );
  });

  it('is read out of anything at all without a throw, and what is read is a credential', () => {
    const sound = (read: ReturnType<typeof readLine>) => {
      if (read.ok) expect(cardText(read.card)).toBe(read.card);
      else expect(['length', 'parity', 'empty']).toContain(read.why);
    };
    const all = [...BUILT_IN_FORMATS.values()];
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => sound(readLine(all, text))));
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => sound(readBits(all, text))));
    fc.assert(fc.property(fc.stringMatching(/^[01]{0,90}$/), (text) => sound(readBits(all, text))));
    fc.assert(fc.property(fc.stringMatching(/^[0-9A-F,: -]{0,70}$/), (text) => sound(readLine(all, text))));
  });
});

describe('a format', () => {
  it('that comes with the product keeps its own rules', () => {
    for (const format of BUILT_IN_FORMATS.values()) expect(CardFormat.parse(format)).toEqual(format);
    for (const name of [...USUAL_FORMATS.wires, ...USUAL_FORMATS.frames]) expect(BUILT_IN_FORMATS.has(name)).toBe(true);
    const everyWire = usual(USUAL_FORMATS.wires);
    expect(everyWire.every((format) => 'bits' in format && format.parity.length > 0)).toBe(true);
  });

  const bits = { name: 'x', bits: 26, parity: [], fields: [{ name: 'card', bits: [0, 24] }] };
  const line = { name: 'x', parts: [{ base: 10, digits: [4, 8] }] };
  it.each([
    [BitFormat, { ...bits, bits: 8 }, '>=9'],
    [BitFormat, { ...bits, fields: [] }, '>=1'],
    [BitFormat, { ...bits, fields: [{ name: 'card', bits: [0, 26] }] }, 'beyond the 26'],
    [BitFormat, { ...bits, fields: [{ name: 'card', bits: [9, 1] }] }, 'first bit first'],
    [BitFormat, { ...bits, parity: [{ kind: 'odd', over: [[0, 40]] }] }, 'beyond the 26'],
    [BitFormat, { ...bits, bytes: 'reversed' }, 'no whole bytes'],
    [LineFormat, { ...line, parts: [','] }, 'no number'],
    [LineFormat, { ...line, parts: [{ base: 10, digits: [8, 4] }] }, 'least number'],
    [LineFormat, { ...line, parts: [...line.parts, ',', ...line.parts] }, 'how many bits'],
    [LineFormat, { ...line, parts: [...line.parts, '7'] }, 'more of its digits'],
    [LineFormat, { ...line, bytes: 'reversed' }, 'no whole bytes'],
    [LineFormat, { ...line, ignore: ' 0' }, 'two numbers would be one'],
    [LineFormat, { ...line, parts: [{ base: 16, digits: [4, 8] }], ignore: 'xF' }, 'two numbers would be one'],
  ])('that cannot be meant is refused, in words (%#)', (schema, given, words) => {
    const result = schema.safeParse(given);
    expect(result.error?.issues.map(({ message }) => message).join('; ')).toContain(words);
  });
});

describe('a key sent as bits', () => {
  it('is known in four bits, and in eight of which half repeat the other', () => {
    expect(['0000', '1001', '1010', '1011', '1100'].map(keyOfBits)).toEqual(['0', '9', '*', '#', undefined]);
    expect(['11110000', '01101001', '01001011', '01101000', '10111010'].map(keyOfBits)).toEqual([
      '0',
      '9',
      '#',
      undefined,
      undefined,
    ]);
    expect(['', '1', '000000000', '26'].map(keyOfBits)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

/** The frame of a number: its bits in the fields, and then each parity as its rule wants it, the outermost bits being those. */
function bitsOf({ bits, parity, fields }: BitFormat, number: bigint): string {
  const rest = [...number.toString(2).padStart(widthOf(fields), '0')];
  const frame = Array.from({ length: bits }, () => '0');
  for (const { bits: span } of fields) for (let at = span[0]; at <= span[1]; at++) frame[at] = rest.shift() as string;
  for (const { kind, over } of parity) {
    const ones = over.flatMap(([first, last]) => frame.slice(first, last + 1)).filter((bit) => bit === '1').length;
    if (ones % 2 !== (kind === 'odd' ? 1 : 0)) frame[kind === 'even' ? 0 : bits - 1] = '1';
  }
  return frame.join('');
}
