import { readFileSync } from 'node:fs';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPaymentReference, readPaymentReference } from './payment-reference.ts';

const LETTERS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const anyReference = fc.uint8Array({ minLength: 7, maxLength: 7 }).map((bytes) => newPaymentReference(() => bytes));
const is = (text: string): boolean => 'reference' in readPaymentReference(text);
/** With letters at places 0 to 7 in place of its own. */
const withLetters = (reference: string, letters: Readonly<Record<number, string>>): string => {
  const plain = [...reference.replace('-', '')].map((letter, at) => letters[at] ?? letter).join('');
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
};
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];

describe('a payment reference', () => {
  it('[R100] has the form XXXX-XXXX, and reads as it was given out', () => {
    for (let n = 0; n < 1_000; n++) {
      const reference = newPaymentReference(systemRandom);
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readPaymentReference(reference)).toEqual({ reference });
      expect(readPaymentReference(reference.toLowerCase())).toEqual({ reference });
      expect(readPaymentReference(reference.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual({ reference });
    }
  });

  it('[R100] is one wherever an example of the API names one', () => {
    const references: string[] = [];
    const document = readFileSync(new URL('../../../openapi/platform.json', import.meta.url), 'utf8');
    JSON.parse(document, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('reference' in value)) return value;
      const isMistyped = 'reason' in value && value.reason === 'mistyped';
      if (typeof value.reference === 'string' && !isMistyped) references.push(value.reference);
      return value;
    });
    expect(references.length).toBeGreaterThan(3);
    expect(references.filter((reference) => !is(reference))).toEqual([]);
  });

  it('shows every wrong letter', () => {
    fc.assert(
      fc.property(anyReference, (reference) => {
        for (const at of PLACES)
          for (const letter of LETTERS)
            expect(is(withLetters(reference, { [at]: letter }))).toBe(reference.replace('-', '')[at] === letter);
      }),
      { numRuns: 30 },
    );
  });

  it('shows every two letters that were swapped, wherever they stand', () => {
    const pairs = PLACES.flatMap((at) => PLACES.slice(at + 1).map((other) => [at, other] as const));
    const swapped = (reference: string, [at, other]: readonly [number, number]) => {
      const letters = reference.replace('-', '');
      return {
        text: withLetters(reference, { [at]: letters[other] ?? '', [other]: letters[at] ?? '' }),
        isSame: letters[at] === letters[other],
      };
    };
    // Every two letters at every two places; that the check letter is one of them, and what else stands there, by chance.
    for (const pair of pairs.filter(([, other]) => other < 7))
      for (const [one, two] of LETTERS.flatMap((_one, a) => LETTERS.map((_two, b) => [a, b] as const))) {
        const bytes = new Uint8Array(7);
        [bytes[pair[0]], bytes[pair[1]]] = [one, two];
        const { text, isSame } = swapped(
          newPaymentReference(() => bytes),
          pair,
        );
        if (is(text) !== isSame) expect.unreachable(text);
      }
    fc.assert(
      fc.property(anyReference, (reference) => {
        for (const pair of pairs) {
          const { text, isSame } = swapped(reference, pair);
          expect(is(text)).toBe(isSame);
        }
      }),
    );
  });

  it.each([
    '',
    'ABCD',
    'ABCDEFGH',
    'ABCD EFGH',
    'ABC-DEFGH',
    'UUUU-UUUU',
    'ABCD-EFG!',
    ' ABCD-EFGH',
    'ABCD-EFGH\n',
    '４０００-0000',
  ])('is not “%s”', (text) => expect(readPaymentReference(text)).toEqual({ misread: 'form' }));
});
