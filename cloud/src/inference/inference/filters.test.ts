import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { findFiltered, prepareFilters } from './find-filtered.ts';
import { createHeldBack } from './held-back.ts';
import { redacted } from './redact.ts';

const filter = (kind: ContentFilter['kind'], more: Partial<ContentFilter> = {}): ContentFilter => ({
  kind,
  on: 'both',
  action: 'redact',
  ...more,
});
beforeAll(() => prepareFilters([filter('pattern')]));
const seen = (text: string, ...filters: ContentFilter[]) =>
  findFiltered(text, filters).map(({ from, to }) => text.slice(from, to));

describe('what filters find', () => {
  it('is addresses, numbers of phones, and cards and accounts whose check digits fit', () => {
    expect(seen('to ada@example.com, or <b.c+d@mail.example.org>.', filter('email'))).toEqual([
      'ada@example.com',
      'b.c+d@mail.example.org',
    ]);
    expect(seen('call +61 400 000 000 or (07) 3333-4444, order 12345678', filter('phone'))).toEqual([
      '+61 400 000 000',
      '(07) 3333-4444',
    ]);
    expect(seen('4242 4242 4242 4242 and 4242424242424241', filter('card'))).toEqual(['4242 4242 4242 4242']);
    expect(seen('to DE89 3704 0044 0532 0130 00 by Friday, not DE88370400440532013000', filter('iban'))).toEqual([
      'DE89 3704 0044 0532 0130 00',
    ]);
  });

  it('is what a pattern matches, in linear time whatever the pattern', () => {
    expect(seen('badge 12, badge 7', filter('pattern', { pattern: 'badge \\d+' }))).toEqual(['badge 12', 'badge 7']);
    const begun = performance.now();
    expect(seen(`${'a'.repeat(50_000)}!`, filter('pattern', { pattern: '(a+)+$' }))).toEqual([]);
    expect(seen('x'.repeat(50_000), filter('pattern', { pattern: '(x|x)*y' }))).toEqual([]);
    for (const kind of ['email', 'phone', 'card', 'iban'] as const)
      for (const bomb of ['a', '0', '0 ', 'a@', '@', 'AB12 ']) findFiltered(bomb.repeat(50_000), [filter(kind)]);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });

  it('is redacted by its kind, what overlaps once', () => {
    const text = 'mail ada@example.com now';
    const both = [filter('email'), filter('pattern', { pattern: 'example' })];
    expect(redacted(text, findFiltered(text, both))).toBe('mail [email] now');
    expect(redacted(text, findFiltered(text, [filter('email', { action: 'flag' })]))).toBe(text);
  });
});

describe('a stream that filters look at', () => {
  const filters = [filter('email'), filter('card'), filter('pattern', { pattern: '\\bsecret-[a-z]+' })];
  const streamed = (parts: readonly string[]) => {
    const held = createHeldBack(filters);
    return parts.map((part) => held.add(part).text).join('') + held.end().text;
  };

  it('is the same as the whole text, wherever it is cut', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'word ',
            'ada@example.com ',
            'secret-abc ',
            'x'.repeat(120),
            '4242',
            '42424242 ',
            ' ada',
            '@',
            '.com',
          ),
          {
            maxLength: 20,
          },
        ),
        fc.array(fc.nat(30), { minLength: 1, maxLength: 200 }),
        (words, cuts) => {
          const text = words.join('');
          const parts: string[] = [];
          for (let at = 0, cut = 0; at < text.length; cut += 1) {
            const length = 1 + (cuts[cut % cuts.length] ?? 0);
            parts.push(text.slice(at, at + length));
            at += length;
          }
          expect(streamed(parts)).toBe(redacted(text, findFiltered(text, filters)));
        },
      ),
      { numRuns: 200 },
    ));

  it('says that something blocks it before any of that goes out', () => {
    const held = createHeldBack([filter('email', { action: 'block' })]);
    const before = held.add('x'.repeat(300));
    expect(before.found).toEqual([]);
    expect(held.add(' ada@exam').found).toEqual([]);
    expect(held.add('ple.com ').found).toMatchObject([{ kind: 'email', action: 'block' }]);
  });
});
