import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonLimits, scanJson } from './json-scan.ts';

const limits = { depth: 4, keys: 10 };
const scan = (text: string, by: JsonLimits = limits) => scanJson(Buffer.from(text), by);
const broken = (text: string, by?: JsonLimits) => scan(text, by).broken;

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
    ['{"a":{"prototype":1}}', 'reserved_key'],
    ['{"protocol_a":1,"protocol_b":2,"prototypes":3}', undefined],
    ['{"":1,"":2}', 'duplicate_key'],
    ['{"é":1,"\\u00e9":2}', 'duplicate_key'],
    ['{"abcde":1,"abxde":2,"abcde":3}', 'duplicate_key'],
    ['{"a":{"b":1},"c":[{"b":1},{"b":1}],"b":1}', undefined],
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
  ])('judges %s', (text, rule) => expect(broken(text)).toBe(rule));

  it.each([
    ['[9007199254740991,-9007199254740991,0,-1,17]', false, false],
    ['["9007199254740993","1.5","-0"]', false, false],
    ['{"1.5":1,"a":"-0"}', false, false],
    ['[9007199254740992]', true, true],
    ['[-9007199254740993]', true, true],
    ['[1e400]', true, true],
    ['[1e3]', true, false],
    ['[1E-400]', true, false],
    ['[0.1234567890123456789]', true, false],
    ['[1.0]', true, false],
    ['[-0]', true, false],
    ['[-0.5]', true, false],
    ['[-7]', false, false],
  ])('says of %s whether a number is no plain integer (%s), and beyond 2^53 − 1 (%s)', (text, odd, huge) =>
    expect(scan(text)).toEqual({ oddNumbers: odd, hugeNumbers: huge, spotted: false }),
  );

  it('finds two equal keys among many, however far apart and however written', () => {
    const keys = (n: number) => Array.from({ length: n }, (_, i) => `"key ${i}":1`);
    const many = { depth: 4, keys: 1000 };
    for (const n of [2, 23, 24, 25, 26, 60]) {
      expect(broken(`{${keys(n).join()}}`, many)).toBeUndefined();
      expect(broken(`{${keys(n).join()},"key 0":1}`, many)).toBe('duplicate_key');
      expect(broken(`{${keys(n).join()},"key \\u0030":1}`, many)).toBe('duplicate_key');
      expect(broken(`{"key \\u0030":1,${keys(n).join()}}`, many)).toBe('duplicate_key');
    }
  });

  it('P3 breaks on none of what spoils single values where that is judged elsewhere, and goes on to the end', () => {
    const lenient = { ...limits, lenient: true };
    const spots = ['"\\u0000"', '"\\ud800"', '"\\ud800\\u0000"', '{"a":1,"a":2}', '{"__proto__":1}', '{"\\u0000":1}'];
    for (const spot of spots) {
      expect(scan(`[${spot}]`, lenient)).toMatchObject({ spotted: true });
      expect(broken(`[${spot}]`, lenient)).toBeUndefined();
      expect(broken(`[${spot},${'['.repeat(9)}1${']'.repeat(9)}]`, lenient)).toBe('nested_too_deep');
      expect(broken(`[${spot},{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1}]`, lenient)).toBe(
        'too_many_keys',
      );
    }
    expect(scan('{"a":1,"b":2}', lenient)).toMatchObject({ spotted: false });
  });

  it('never refuses what JSON.stringify writes of harmless values, and counts keys and depth as they are', () => {
    const key = fc.string({ unit: 'grapheme' }).filter((k) => !['__proto__', 'constructor', 'prototype'].includes(k));
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
        expect(broken(text, { depth, keys })).toBeUndefined();
        if (depth > 0) expect(broken(text, { depth: depth - 1, keys })).toBe('nested_too_deep');
        if (keys > 0) expect(broken(text, { depth, keys: keys - 1 })).toBe('too_many_keys');
      }),
    );
  });

  it('ends on any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":\\u0d8,-1e ') }), (text) => {
        scan(text);
      }),
    );
  });

  it('takes time in proportion to the text, whatever is in it', () => {
    const strings = `[${'"x",'.repeat(400_000)}"\\n"]`;
    const escapes = `"${'\\"'.repeat(1_000_000)}"`;
    const started = systemClock.monoMs();
    expect(broken(strings)).toBeUndefined();
    expect(broken(escapes)).toBeUndefined();
    expect(systemClock.monoMs() - started).toBeLessThan(2_000);
  });
});

const measure = (value: unknown): readonly [depth: number, keys: number] => {
  if (typeof value !== 'object' || value === null) return [0, 0];
  const inner = Object.values(value).map(measure);
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return [1 + Math.max(0, ...inner.map(([d]) => d)), own + inner.reduce((sum, [, k]) => sum + k, 0)];
};
