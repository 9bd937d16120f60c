import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textShape } from './segments.ts';

/** 3GPP TS 23.038 section 6.2.1: the default alphabet, without the escape. */
const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** 3GPP TS 23.038 section 6.2.1.1: its extension table, two septets each. */
const EXTENSION = '\f^{}\\[~]|€';

const a = (times: number) => 'a'.repeat(times);
const ya = (times: number) => 'я'.repeat(times);

/** What, the text, encoding, parts; and the section that says so. */
const VECTORS: readonly (readonly [what: string, text: string, encoding: string, segments: number, section: string])[] =
  [
    ['160 septets are one part', a(160), 'GSM-7', 1, '23.040 9.2.3.16'],
    ['161 septets are two', a(161), 'GSM-7', 2, '23.040 9.2.3.24.1'],
    ['a part of several has 153 septets', a(306), 'GSM-7', 2, '23.040 9.2.3.24.1'],
    ['one septet more is another part', a(307), 'GSM-7', 3, '23.040 9.2.3.24.1'],
    ['an extension character has two septets', `${a(158)}€`, 'GSM-7', 1, '23.038 6.2.1.1'],
    ['with one septet left it does not fit', `${a(159)}€`, 'GSM-7', 2, '23.038 6.2.1.1'],
    ['it is never divided: 152 septets and one are left', `${a(152)}€${a(151)}`, 'GSM-7', 2, '23.040 9.2.3.24.1'],
    ['so the next part has a septet less', `${a(152)}€${a(152)}`, 'GSM-7', 3, '23.040 9.2.3.24.1'],
    ['80 extension characters are one part', '€'.repeat(80), 'GSM-7', 1, '23.038 6.2.1.1'],
    ['76 of them fit a part of several', '€'.repeat(152), 'GSM-7', 2, '23.040 9.2.3.24.1'],
    ['70 units are one part', ya(70), 'UCS-2', 1, '23.038 6.2.3'],
    ['71 units are two', ya(71), 'UCS-2', 2, '23.040 9.2.3.24.1'],
    ['a part of several has 67 units', ya(134), 'UCS-2', 2, '23.040 9.2.3.24.1'],
    ['one unit more is another part', ya(135), 'UCS-2', 3, '23.040 9.2.3.24.1'],
    ['one character forces all of them', `${a(69)}я`, 'UCS-2', 1, '23.038 6.2.3'],
    ['an extension character is one unit there', `${'€'.repeat(69)}я`, 'UCS-2', 1, '23.038 6.2.3'],
    ['a surrogate pair has two units', '😀'.repeat(35), 'UCS-2', 1, '23.038 6.2.3'],
    ['a pair is never divided', `${ya(66)}😀${ya(66)}`, 'UCS-2', 3, '23.040 9.2.3.24.1'],
    ['what looks like one character may be divided', `e${'\u0301'.repeat(200)}`, 'UCS-2', 3, '23.040 9.2.3.24.1'],
  ];

describe('the parts of a text', () => {
  it.each(VECTORS)('%s', async (_what, text, encoding, segments) => {
    expect(await textShape(text)).toMatchObject({ encoding, segments });
  });

  it('are of GSM-7 for the characters of its two tables, and for no other', async () => {
    const codes = [...Array(0x500).keys(), ...Array.from({ length: 0x200 }, (_, i) => 0x2000 + i)].slice(1);
    const wrong = [];
    for (const code of codes) {
      const character = String.fromCharCode(code);
      const isGsm = DEFAULT_ALPHABET.includes(character) || EXTENSION.includes(character);
      if (((await textShape(`a${character}`)).encoding === 'GSM-7') !== isGsm) wrong.push(code.toString(16));
    }
    expect(DEFAULT_ALPHABET).toHaveLength(127);
    expect(wrong).toEqual([]);
  });

  it('name each character once that forces UCS-2', async () => {
    expect((await textShape('Grüße — naïve ça va? ça va — 😀')).forcing).toEqual(['—', 'ï', 'ç', '😀']);
  });

  it('are as many as hold the text, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), async (text) => {
        const { encoding, segments } = await textShape(text);
        if (encoding === 'GSM-7') {
          const septets = [...text].reduce((sum, one) => sum + (EXTENSION.includes(one) ? 2 : 1), 0);
          expect(segments).toBeGreaterThanOrEqual(septets <= 160 ? 1 : Math.ceil(septets / 153));
          expect(segments).toBeLessThanOrEqual(septets <= 160 ? 1 : Math.ceil(septets / 152));
        } else {
          expect(segments).toBeGreaterThanOrEqual(text.length <= 70 ? 1 : Math.ceil(text.length / 67));
          expect(segments).toBeLessThanOrEqual(text.length <= 70 ? 1 : Math.ceil(text.length / 66));
        }
      }),
      { numRuns: 100 },
    );
  });
});
