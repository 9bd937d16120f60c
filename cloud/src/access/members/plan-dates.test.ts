import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planEnd, planStart } from './plan-dates.ts';

const zoneOf = (name: string) => bundledZones().find(name) as Zone;
const iso = (epochS: number | undefined) => epochS && new Date(epochS * 1_000).toISOString();

describe('the dates of a plan', () => {
  it.each([
    ['Australia/Brisbane', '2026-01-31', '2026-01-30T14:00:00.000Z', '2026-01-31T14:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Europe/Berlin', '2026-02-28', '2026-02-27T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
  ])('in %s, %s is a whole day by the clocks there', (zone, date, start, end) => {
    expect(iso(planStart(date, zoneOf(zone)))).toBe(start);
    expect(iso(planEnd(date, zoneOf(zone)))).toBe(end);
  });

  it.each([
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00.999+02:00', '2026-01-31T08:00:00.000Z'],
    ['2026-07-31T10:00', '2026-07-31T08:00:00.000Z'],
    ['2026-03-29T12:00:30', '2026-03-29T10:00:30.000Z'],
  ])('%s is an instant, by the facility’s clocks if it names no offset', (text, instant) => {
    expect(iso(planStart(text, zoneOf('Europe/Berlin')))).toBe(instant);
    expect(iso(planEnd(text, zoneOf('Europe/Berlin')))).toBe(instant);
  });

  it('a text that is no date bounds nothing', () => {
    for (const text of ['', 'soon', '2026-02-30', '31.01.2026']) expect(planStart(text, zoneOf('UTC'))).toBeUndefined();
  });

  it('a plan’s last day is one day by the clocks of every zone, in every year', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bundledZones().names),
        fc.date({ min: new Date('1970-01-02'), max: new Date('2100-12-30'), noInvalidDate: true }),
        (name, at) => {
          const date = at.toISOString().slice(0, 10);
          const length = (planEnd(date, zoneOf(name)) ?? 0) - (planStart(date, zoneOf(name)) ?? 0);
          expect(length).toBeGreaterThanOrEqual(0);
          expect(length).toBeLessThanOrEqual(25 * 3_600 + 3_600);
        },
      ),
    );
  });
});
