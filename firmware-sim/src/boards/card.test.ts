import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anotherCard, decimalText, hexText, parseCard } from './card.ts';

interface Case {
  readonly name: string;
  readonly bits?: string;
  readonly line?: string;
  readonly formats: readonly unknown[];
  readonly expected: { readonly card?: string };
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../../shared/vectors/card/cards.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };

describe('a card held to a simulated reader', () => {
  it.each([
    ['h10301:123:4567', '10111101100010001110101110'],
    ['7B11D7', '10111101100010001110101110'],
    ['7af443', '10111101011110100010000111'],
    ['w34:1186:47554', '0000001001010001010111001110000101'],
    ['h10304:1000:300000', '1000000111110100010010010011111000000'],
    ['h10302:1234567890', '1000010010011001011000000010110100101'],
    ['4a2b9c2114f80', '00000100101000101011100111000010000100010100111110000000'],
    ['bits:0110', '0110'],
  ])('%s has the bits of the vectors', (text, bits) => {
    expect(parseCard(text)?.bits).toBe(bits);
    if (!text.startsWith('bits')) expect(cases.some((one) => one.bits === bits)).toBe(true);
  });

  it('has the number that the vectors read out of the same bits', () => {
    const known = cases.flatMap(({ bits, expected }) =>
      bits !== undefined && expected.card !== undefined ? [{ bits, card: expected.card }] : [],
    );
    const checked = known.filter(({ bits, card }) => parseCard(card)?.bits === bits);
    expect(checked.length).toBeGreaterThan(5);
    for (const { card } of checked) expect(hexText(parseCard(card)!)).toBe(card);
  });

  it('is written in decimal as a keyboard types it', () =>
    expect(decimalText(parseCard('7AF443')!)).toBe(cases.find(({ line }) => line === '0008057923')?.line));

  it.each(['', 'xyz', 'h10301:256:1', 'h10301:1', 'h10301:1:65536', 'w34:1:-2', 'bits:012', 'bits:', 'nobody:1:2'])(
    '"%s" is none',
    (text) => expect(parseCard(text)).toBeUndefined(),
  );

  it('of any number has good parity, and its neighbour is another card of good parity', () => {
    const good = (bits: string) => {
      const half = { 26: 13, 34: 17 }[bits.length] ?? 0;
      const ones = (text: string) => text.replaceAll('0', '').length;
      return half > 0 && ones(bits.slice(0, half)) % 2 === 0 && ones(bits.slice(-half)) % 2 === 1;
    };
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        const card = parseCard(number.toString(16))!;
        expect(good(card.bits)).toBe(true);
        const other = anotherCard(card);
        expect(other.number).not.toBe(card.number);
        expect(good(other.bits)).toBe(true);
      }),
    );
  });
});
