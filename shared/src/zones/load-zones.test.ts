import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash.ts';
import { loadZones, requireSameIndices } from './load-zones.ts';
import type { ZonesDocument } from './zone-tables.ts';
import bundled from './zones.json' with { type: 'json' };
import { ZonesError } from './zones-error.ts';

const KATHMANDU = '20476 -1577943676 19800 504901800 20700;<+0545>-5:45';
const ZONES = { 'Asia/Kathmandu': KATHMANDU, 'Etc/UTC': '0;UTC0' };

/** A small release, with a hash that fits unless one is given. */
const aDocument = (changes: Partial<Record<keyof ZonesDocument, unknown>> = {}): unknown => {
  const document = {
    format: 1,
    release: '2026f',
    source: 'tzdata 2026f-0',
    names: ['Asia/Kathmandu', 'Asia/Katmandu', 'Etc/UTC'],
    links: { 'Asia/Katmandu': 'Asia/Kathmandu' },
    zones: ZONES,
    ...changes,
  };
  return { hash: contentHash(document as Parameters<typeof contentHash>[0]), ...document };
};
const problemsOf = (document: unknown): readonly string[] => {
  try {
    loadZones(document);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ZonesError);
    return (error as ZonesError).problems;
  }
};
const rulesProblem = (text: string) => problemsOf(aDocument({ zones: { ...ZONES, 'Asia/Kathmandu': text } }));

describe('A release that came from elsewhere', () => {
  it('is opened when it is sound', () => {
    const zones = loadZones(aDocument());
    expect([zones.release, zones.names, zones.find('Asia/Katmandu')?.offsetAt(504_901_800)]).toEqual([
      '2026f',
      ['Asia/Kathmandu', 'Asia/Katmandu', 'Etc/UTC'],
      20_700,
    ]);
  });
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /^document: /],
    ['a text', '{}', /^document: /],
    ['another format', aDocument({ format: 2 }), /^format: /],
    ['a strange release', aDocument({ release: 'newest' }), /^release: must look like 2026f/],
    ['a member nobody knows', { ...(aDocument() as object), extra: 1 }, /extra/],
    ['no names', aDocument({ names: [] }), /^names: /],
    ['more names than 16 bits can count', aDocument({ names: Array.from({ length: 65_537 }, () => 'A') }), /^names: /],
    ['another hash', { ...(aDocument() as object), hash: '0'.repeat(64) }, /^hash: it is not the hash of the content/],
    ['a name in small letters', aDocument({ names: ['asia/kathmandu'] }), /^names\.0: "asia\/kathmandu" is not a name/],
    ['a name that is an offset', aDocument({ names: ['+10:00'] }), /^names\.0: "\+10:00" is not a name/],
    ['a name that leaves its folder', aDocument({ names: ['Etc/../UTC'] }), /^names\.0: .* is not a name/],
    ['a name twice', aDocument({ names: ['Etc/UTC', 'Etc/UTC'] }), /^names\.1: Etc\/UTC is there twice/],
    ['a name without rules', aDocument({ names: ['Etc/GMT'] }), /^names\.0: Etc\/GMT must be either a zone or a link/],
    [
      'a link that is a zone as well',
      aDocument({ links: { 'Etc/UTC': 'Asia/Kathmandu' } }),
      /Etc\/UTC must be either a zone or a link/,
    ],
    ['rules without a name', aDocument({ names: ['Etc/UTC'] }), /^Asia\/Kathmandu: it is not in names/],
    [
      'a link to nowhere',
      aDocument({ links: { 'Asia/Katmandu': 'Asia/Lhasa' } }),
      /^links\.Asia\/Katmandu: "Asia\/Lhasa" is no zone/,
    ],
    [
      'a link to a link',
      aDocument({ names: ['A', 'B'], links: { A: 'B', B: 'A' }, zones: {} }),
      /^links\.A: "B" is no zone/,
    ],
  ])('is refused with %s', (_, document, problem) =>
    expect(problemsOf(document)).toContainEqual(expect.stringMatching(problem)),
  );

  it.each<[string, string, RegExp]>([
    ['no footer', '20476 -1577943676 19800', /"" is not a footer/],
    ['a footer that is none', '0;BST', /"BST" is not a footer/],
    ['words', 'noon;UTC0', /not written as rules are/],
    ['fractions', '0 1.5 60;UTC0', /not written as rules are/],
    ['half a transition', '0 60;UTC0', /not written as rules are/],
    ['too much after it', '0;UTC0;UTC0', /not written as rules are/],
    ['a first offset of days', '93601;UTC0', /offset 93601 is more than 26 hours/],
    ['an offset of days', '0 10 -93601;UTC0', /offset -93601 is more than 26 hours/],
    ['transitions out of order', '0 20 60 10 0;UTC0', /transition 10 is not after 20/],
    ['two transitions at once', '0 20 60 20 0;UTC0', /transition 20 is not after 20/],
    ['a transition to the same', '0 20 0;UTC0', /transition 20 changes nothing/],
    ['a transition before the year 1', '0 -62135596801 60;UTC0', /not in the years 1 to 9999/],
    ['a transition after the year 9999', '0 253402300800 60;UTC0', /not in the years 1 to 9999/],
    ['a footer that goes on otherwise', '0 20 60;UTC0', /footer says 0 at 20, its last transition 60/],
    ['a footer that was never otherwise', '60;UTC0', /footer says 0, its offset is 60/],
    ['a footer that begins nowhere', '-18000;EST5EDT,M3.2.0,M11.1.0', /no transition says from when/],
  ])('is refused when the rules of a zone have %s', (_, text, problem) =>
    expect(rulesProblem(text)).toEqual([expect.stringMatching(problem)]),
  );

  it('is refused when anything at all was changed on the way', () => {
    const text = JSON.stringify(bundled);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        fc.pre(changed !== text);
        let document: unknown;
        try {
          document = JSON.parse(changed);
        } catch {
          return;
        }
        expect(problemsOf(document).length).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });
  it('is refused with the first twenty problems, not with all', () =>
    expect(problemsOf(aDocument({ names: Array.from({ length: 99 }, (_, i) => `A${i}`) }))).toHaveLength(20));
});

describe('Indices in use', () => {
  const open = (...names: string[]) =>
    loadZones(aDocument({ names, links: {}, zones: Object.fromEntries(names.map((name) => [name, '0;UTC0'])) }));

  it('may be followed by new ones', () =>
    expect(() => requireSameIndices(open('A', 'B'), open('A', 'B', 'C'))).not.toThrow());
  it('may not come to mean another zone', () => {
    expect(() => requireSameIndices(open('A', 'B'), open('B', 'A'))).toThrow(/names\.0: A .* B .*names\.1: B .* A /);
    expect(() => requireSameIndices(open('A', 'B'), open('A'))).toThrow(/names\.1: B .* nothing/);
  });
});
