import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './json-scan.ts';

const limits = { depth: 4, keys: 10 };

describe('scanning a JSON text', () => {
  it.each([
    ['{"a":1,"b":[true,null,"x"],"c":{"a":1}}', undefined],
    ['[[[[1]]]]', undefined],
    ['[[[[[1]]]]]', 'nested_too_deep'],
    ['[{"a":[{"b":{"c":1}}]}]', 'nested_too_deep'],
    ['{"a":"[[[[[[[[["}', undefined],
    [`{${Array.from({ length: 10 }, (_, i) => `"k${i}":1`).join()}}`, undefined],
    [`[${Array.from({ length: 11 }, () => '{"k":1}').join()}]`, 'too_many_keys'],
    ['{"a":1,"a":2}', 'duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['{"a" \n : {"a":1}}', undefined],
    ['{"__proto__":{}}', 'reserved_key'],
    ['{"\\u005f_proto__":{}}', 'reserved_key'],
    ['{"a":{"constructor":1}}', 'reserved_key'],
    ['{"a":"__proto__"}', undefined],
    ['[9007199254740991,-9007199254740991]', undefined],
    ['[9007199254740992]', 'number_out_of_range'],
    ['[-9007199254740993]', 'number_out_of_range'],
    ['[1e400]', 'number_out_of_range'],
    ['[1e3,0.1234567890123456789,1E-400]', undefined],
    ['["9007199254740993"]', undefined],
    ['["a\\u0000b"]', 'nul_character'],
    ['["\\\\u0000"]', undefined],
    ['["\\ud83d\\ude00"]', undefined],
    ['["\\ud83d"]', 'lone_surrogate'],
    ['["\\ud83dx"]', 'lone_surrogate'],
    ['["\\ud83d\\ud83d"]', 'lone_surrogate'],
    ['["\\ude00"]', 'lone_surrogate'],
    ['["\\"", "\\\\", "\\\\\\"[[[[[["]', undefined],
    ['"a":', undefined],
    ['"unfinished \\', undefined],
    ['', undefined],
  ])('judges %s', (text, rule) => expect(scanJson(text, limits)).toBe(rule));

  it('never refuses what JSON.stringify writes of harmless values, and counts keys and depth as they are', () => {
    const key = fc.string({ unit: 'grapheme' }).filter((k) => k !== '__proto__' && k !== 'constructor');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0')),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.array(tie('any')),
        fc.dictionary(
          key.filter((k) => !k.includes('\0')),
          tie('any'),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.boolean(), (sample, spaced) => {
        const text = JSON.stringify(sample, undefined, spaced ? 2 : 0);
        const [depth, keys] = measure(sample);
        expect(scanJson(text, { depth, keys })).toBeUndefined();
        if (depth > 0) expect(scanJson(text, { depth: depth - 1, keys })).toBe('nested_too_deep');
        if (keys > 0) expect(scanJson(text, { depth, keys: keys - 1 })).toBe('too_many_keys');
      }),
    );
  });

  it('ends on any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":\\u0d8,-1e ') }), (text) => {
        scanJson(text, limits);
      }),
    );
  });

  it('takes time in proportion to the text, whatever is in it', () => {
    const strings = `[${'"x",'.repeat(400_000)}"\\n"]`;
    const escapes = `"${'\\"'.repeat(1_000_000)}"`;
    const started = systemClock.monoMs();
    expect(scanJson(strings, limits)).toBeUndefined();
    expect(scanJson(escapes, limits)).toBeUndefined();
    expect(systemClock.monoMs() - started).toBeLessThan(2_000);
  });
});

const measure = (value: unknown): readonly [depth: number, keys: number] => {
  if (typeof value !== 'object' || value === null) return [0, 0];
  const inner = Object.values(value).map(measure);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return [1 + Math.max(0, ...inner.map(([d]) => d)), own + inner.reduce((sum, [, k]) => sum + k, 0)];
};
