import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { weekMinuteAt } from '../zones/local-time.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';
import { type Moment, momentOf, secondIn, setMoment } from './moment.ts';

const { names } = bundledZones();
const YEAR_2026 = Date.UTC(2026, 0, 1) / 1_000;
const zoneAt = (index: number) => bundledZones().at(index) as Zone;
const minuteIn = (moment: Moment, index: number, t: number): number => {
  setMoment(moment, t);
  return Math.floor(secondIn(moment, index) / 60);
};

describe('the moment of a decision', () => {
  let tables: ZoneTables;
  let moment: Moment;
  beforeEach(() => {
    tables = { ...bundledZones() };
    moment = momentOf(tables);
  });

  it('knows the minute of the week in any zone, whatever was asked before', () => {
    const instant = fc.oneof(
      fc.integer({ min: YEAR_2026, max: YEAR_2026 + 366 * 86_400 }),
      fc.double({ min: -1e10, max: 2e10, noNaN: true }).map((t) => Math.round(t * 4) / 4),
    );
    const asked = fc.array(fc.tuple(instant, fc.nat(names.length - 1)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(asked, (questions) => {
        for (const [t, index] of questions) expect(minuteIn(moment, index, t)).toBe(weekMinuteAt(zoneAt(index), t));
      }),
    );
  });

  it('is right on both sides of every change of a zone, forwards and backwards', () => {
    const changes: number[] = [];
    const zone = tables.find('Australia/Lord_Howe') as Zone;
    for (let t = 0; t < 4e9; t = zone.nextTransitionAfter(t)) changes.push(t - 1, t, t + 1);
    for (const t of [...changes, ...changes.toReversed()])
      for (const { index } of [zone, tables.find('UTC') as Zone])
        expect(minuteIn(moment, index, t)).toBe(weekMinuteAt(zoneAt(index), t));
  });

  it('has a minute for instants of any size, the same each time', () => {
    const { index } = tables.find('Europe/London') as Zone;
    for (const t of [1e13, -1e13, 1e15, -1e15, 2 ** 53, 1e300, -1e300, Number.MIN_VALUE, -Number.MIN_VALUE]) {
      const minute = minuteIn(moment, index, t);
      expect(minute).toSatisfy((m) => m >= 0 && m < 10_080);
      minuteIn(moment, index, YEAR_2026);
      expect(minuteIn(moment, index, t)).toBe(minute);
    }
  });

  it('finds no zone behind the last one', () => {
    setMoment(moment, YEAR_2026);
    expect([names.length, 65_535].map((index) => secondIn(moment, index))).toEqual([-1, -1]);
  });

  it('is one for all facilities with the same tables', () => {
    expect(momentOf(tables)).toBe(moment);
    expect(momentOf(bundledZones())).not.toBe(moment);
  });
});
