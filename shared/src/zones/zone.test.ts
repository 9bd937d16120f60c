import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledZones } from './bundled-zones.ts';
import { localDateAt, startOfLocalDay, weekMinuteAt } from './local-time.ts';
import { segmentsOf } from './segments.ts';
import { CYCLE_S, createZone, type Zone } from './zone.ts';
import { footerOffsetAt, formatRules, parseRules, type ZoneRules } from './zone-rules.ts';
import document from './zones.json' with { type: 'json' };

const texts: readonly string[] = Object.values(document.zones);
const FAR = 2 ** 45; // A million years.

const someRules = fc.constantFrom(...texts).map(parseRules);
const someZone = fc.constantFrom(...bundledZones().names).map((name) => bundledZones().find(name)!);
const zoneOf = (rules: ZoneRules): Zone => createZone('X', 0, () => segmentsOf(rules));

/** Near now, in the table's years, near a change, or anywhere. */
const someInstant = fc.oneof(
  fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
  fc.integer({ min: -6_000_000_000, max: 5_000_000_000 }),
  fc
    .tuple(
      fc.constantFrom(...texts.flatMap((text) => parseRules(text).transitions)),
      fc.integer({ min: -3_700, max: 3_700 }),
    )
    .map(([{ at }, by]) => at + by),
  fc.integer({ min: -FAR, max: FAR }),
);

/** The definition, read off the rules for one instant with no table laid out. */
const defined = ({ first, transitions, footer }: ZoneRules, at: number): number => {
  const before = transitions.findLast((transition) => transition.at <= at);
  if (before === undefined) return first;
  return before === transitions.at(-1) ? footerOffsetAt(footer, at) : before.offset;
};

describe('A zone’s offset', () => {
  it('is what its rules say, at any instant', () =>
    fc.assert(
      fc.property(someRules, someInstant, (rules, at) => {
        expect(zoneOf(rules).offsetAt(at)).toBe(defined(rules, at));
      }),
      { numRuns: 3_000 },
    ));
  it('does not depend on what was asked before', () =>
    fc.assert(
      fc.property(someRules, fc.array(someInstant, { minLength: 2, maxLength: 20 }), (rules, instants) => {
        const asked = zoneOf(rules);
        for (const at of instants)
          expect([asked.offsetAt(at), asked.nextTransitionAfter(at)]).toEqual([
            zoneOf(rules).offsetAt(at),
            zoneOf(rules).nextTransitionAfter(at),
          ]);
      }),
    ));
  it('is the same 400 years later, once its last known change is past', () =>
    fc.assert(
      fc.property(
        someZone,
        fc.integer({ min: 4_200_000_000, max: FAR }),
        fc.integer({ min: 1, max: 9 }),
        (zone, at, cycles) => {
          expect(zone.offsetAt(at + cycles * CYCLE_S)).toBe(zone.offsetAt(at));
        },
      ),
    ));
  it('of a fraction of a second is that of the second', () =>
    fc.assert(
      fc.property(someZone, someInstant, fc.double({ min: 0, max: 0.999, noNaN: true }), (zone, at, part) => {
        expect(zone.offsetAt(at + Math.floor(part * 1_024) / 1_024)).toBe(zone.offsetAt(at));
      }),
    ));
  it('answers every number there is with a whole number', () =>
    fc.assert(
      fc.property(someZone, fc.double(), (zone, at) => {
        expect(Number.isInteger(zone.offsetAt(at))).toBe(true);
        expect(zone.nextTransitionAfter(at)).not.toBeNaN();
        expect(weekMinuteAt(zone, at)).toSatisfy((m) => Number.isInteger(m) && m >= -1 && m < 10_080);
        expect(localDateAt(zone, at)).toMatch(/^(\d{4}|[+-]\d{6})-\d\d-\d\d$/);
      }),
      { numRuns: 2_000 },
    ));
});

describe('A zone’s next transition', () => {
  it('is later, changes the offset, and nothing changes it before', () =>
    fc.assert(
      fc.property(someZone, someInstant, fc.double({ min: 0, max: 1, noNaN: true }), (zone, at, part) => {
        const next = zone.nextTransitionAfter(at);
        expect(next).toBeGreaterThan(at);
        const between = next === Number.POSITIVE_INFINITY ? at + part * FAR : at + Math.floor(part * (next - 1 - at));
        expect(zone.offsetAt(between)).toBe(zone.offsetAt(at));
        if (next === Number.POSITIVE_INFINITY) return;
        expect(zone.offsetAt(next - 1)).toBe(zone.offsetAt(at));
        expect(zone.offsetAt(next)).not.toBe(zone.offsetAt(at));
      }),
      { numRuns: 2_000 },
    ));
});

describe('A local day', () => {
  const someDate = fc
    .integer({ min: -60_000, max: 100_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

  it('begins at the first instant that is not before it', () =>
    fc.assert(
      fc.property(someZone, someDate, (zone, date) => {
        const start = startOfLocalDay(zone, date);
        expect(localDateAt(zone, start) >= date).toBe(true);
        expect(localDateAt(zone, start - 1) < date).toBe(true);
        const skipped = localDateAt(zone, start) !== date;
        if (skipped) expect(zone.offsetAt(start) - zone.offsetAt(start - 1)).toBeGreaterThanOrEqual(86_400);
      }),
      { numRuns: 2_000 },
    ));
});

describe('Rules as text', () => {
  it('are read back as they were written, for every zone', () => {
    for (const text of texts) expect(formatRules(parseRules(text))).toBe(text);
  });
});
