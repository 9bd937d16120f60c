import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { localDateAt, weekMinuteAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAfter, isStillDue, type Schedule, WEEKDAYS } from './daily-digest-times.ts';

const zoneOf = (name: string): Zone => {
  const zone = bundledZones().find(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
};
const daily = (hour: number): Schedule => ({ hour, weekday: null });
const iso = (ms: number): string => new Date(ms).toISOString();
/** Every due time from one instant on. */
const dueTimes = (zone: Zone, schedule: Schedule, from: string, count: number): string[] => {
  const found: number[] = [];
  for (let at = Date.parse(from); found.length < count; at = found.at(-1) ?? at)
    found.push(dueAfter(zone, schedule, at));
  return found.map(iso);
};

const DAY_MS = 86_400_000;
const someZone = fc.constantFrom(...bundledZones().names).map(zoneOf);
const someHour = fc.integer({ min: 0, max: 23 });
const someSchedule = fc.record({ hour: someHour, weekday: fc.constantFrom(null, ...WEEKDAYS) });
/** Anywhere in years that daily digests are sent in, or within two days of a change of the zone. */
const inAZone = someZone.chain((zone) =>
  fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2045-01-01') }).chain((at) =>
    fc
      .tuple(fc.constant(zone), fc.boolean(), fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
      .map(([zone, near, by]) => {
        const change = zone.nextTransitionAfter(at / 1_000) * 1_000;
        return { zone, at: near && Number.isFinite(change) ? change + by : at };
      }),
  ),
);
const hourOf = (zone: Zone, ms: number): number => Math.floor((weekMinuteAt(zone, ms / 1_000) % 1_440) / 60);
const dateOf = (zone: Zone, ms: number): string => localDateAt(zone, ms / 1_000);
const weekdayOf = (zone: Zone, ms: number) => WEEKDAYS[(Math.floor(weekMinuteAt(zone, ms / 1_000) / 1_440) + 6) % 7];

describe('A daily digest is due', () => {
  it('at the hour of the local day', () => {
    expect(dueTimes(zoneOf('Australia/Brisbane'), daily(7), '2026-11-20T20:59:59.999Z', 2)).toEqual([
      '2026-11-20T21:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
    ]);
    expect(dueTimes(zoneOf('Asia/Kathmandu'), { hour: 7, weekday: 'monday' }, '2026-11-20T00:00:00Z', 2)).toEqual([
      '2026-11-23T01:15:00.000Z',
      '2026-11-30T01:15:00.000Z',
    ]);
  });

  it.each([
    ['an hour that is skipped, after the gap', 'Europe/London', 1, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['half an hour of an hour', 'Australia/Lord_Howe', 2, '2026-10-03T10:00:00Z', '2026-10-03T15:30:00.000Z'],
    ['the last hour of a day', 'America/Nuuk', 23, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    [
      'an hour that comes twice, the first time',
      'Europe/London',
      1,
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:00:00.000Z',
    ],
    ['midnight that comes twice', 'America/Havana', 0, '2026-10-31T12:00:00Z', '2026-11-01T04:00:00.000Z'],
  ])('%s', (_what, name, hour, from, first) => {
    const zone = zoneOf(name);
    const [due = '', next = ''] = dueTimes(zone, daily(hour), from, 2);
    expect(due).toBe(first);
    // And not once more on that day.
    expect(Date.parse(next) - Date.parse(due)).toBeGreaterThanOrEqual(22 * 3_600_000);
  });

  it('not on a date that a zone went without', () => {
    // Samoa had no 30 December 2011, which was a Friday.
    const zone = zoneOf('Pacific/Apia');
    const dates = dueTimes(zone, daily(7), '2011-12-28T00:00:00Z', 4).map((at) => dateOf(zone, Date.parse(at)));
    expect(dates).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01']);
    const friday = dueTimes(zone, { hour: 7, weekday: 'friday' }, '2011-12-24T12:00:00Z', 1);
    expect(friday.map((at) => dateOf(zone, Date.parse(at)))).toEqual(['2012-01-06']);
  });

  /** The local date that an occurrence is for: at the end of a gap that reaches midnight it is the day before. */
  const dateFor = (zone: Zone, ms: number, hour: number): string => dateOf(zone, hourOf(zone, ms) < hour ? ms - 1 : ms);
  /** The local dates from one on, an hour at a time. */
  const datesFrom = (zone: Zone, ms: number, count: number): string[] => {
    const dates = new Set<string>();
    for (let at = ms; dates.size < count; at += 1_800_000) dates.add(dateOf(zone, at));
    return [...dates];
  };
  const isRight = (zone: Zone, ms: number, hour: number): boolean => {
    const isAtHour = hourOf(zone, ms) === hour && (ms / 1_000 + zone.offsetAt(ms / 1_000)) % 3_600 === 0;
    return isAtHour || zone.nextTransitionAfter(ms / 1_000 - 1) === ms / 1_000;
  };

  it('exactly once each local date, and at its hour or at the end of the gap that has it', () =>
    fc.assert(
      fc.property(inAZone, someHour, ({ zone, at }, hour) => {
        const due: number[] = [];
        for (let now = at; due.length < 5; now = due.at(-1) ?? now) due.push(dueAfter(zone, daily(hour), now));
        const [first = 0] = due;
        const begins = hourOf(zone, first) < hour ? first - 1 : first;
        expect(due.map((ms) => dateFor(zone, ms, hour))).toEqual(datesFrom(zone, begins, 5));
        expect(due.filter((ms) => !isRight(zone, ms, hour)).map(iso)).toEqual([]);
      }),
      { numRuns: 1_000 },
    ));

  it('after the moment that is asked about and never at another one in between', () =>
    fc.assert(
      fc.property(inAZone, someSchedule, fc.double({ min: 0, max: 1, noNaN: true }), ({ zone, at }, schedule, part) => {
        const due = dueAfter(zone, schedule, at);
        expect(due).toBeGreaterThan(at);
        const between = at + Math.floor((due - at - 1) * part);
        expect(dueAfter(zone, schedule, between)).toBe(due);
        if (schedule.weekday !== null)
          expect(weekdayOf(zone, hourOf(zone, due) < schedule.hour ? due - 1 : due)).toBe(schedule.weekday);
      }),
    ));
});

describe('A daily digest that was missed', () => {
  it('is still due until its local day ends, and not after it', () =>
    fc.assert(
      fc.property(inAZone, someSchedule, fc.integer({ min: 0, max: 20 * DAY_MS }), ({ zone, at }, schedule, late) => {
        const dueMs = dueAfter(zone, schedule, at);
        const nowMs = dueMs + late;
        let latest = dueMs;
        for (let next = dueAfter(zone, schedule, latest); next <= nowMs; next = dueAfter(zone, schedule, latest))
          latest = next;
        // Where clocks go back over midnight a date comes twice; it is due in both parts.
        expect(isStillDue(zone, schedule, { dueMs, nowMs })).toBe(dateOf(zone, latest) === dateOf(zone, nowMs));
      }),
    ));

  it('is not due before it is', () => {
    const zone = zoneOf('UTC');
    const dueMs = Date.parse('2026-11-21T07:00:00Z');
    expect(isStillDue(zone, daily(7), { dueMs, nowMs: dueMs - 1 })).toBe(false);
    expect(isStillDue(zone, daily(7), { dueMs, nowMs: dueMs })).toBe(true);
    expect(isStillDue(zone, daily(7), { dueMs, nowMs: Date.parse('2026-11-21T23:59:59Z') })).toBe(true);
    expect(isStillDue(zone, daily(7), { dueMs, nowMs: Date.parse('2026-11-22T00:00:00Z') })).toBe(false);
    expect(isStillDue(zone, daily(7), { dueMs, nowMs: Date.parse('2026-11-22T08:00:00Z') })).toBe(true);
  });
});
