import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanAt, zoneNamed } from './spans.ts';

const brisbane = zoneNamed('Australia/Brisbane');
const berlin = zoneNamed('Europe/Berlin');
const at = (iso: string) => Date.parse(iso);

describe('the while that a cap is for', () => {
  it('is a day, a week from Monday, or a month of the facility’s own calendar', () => {
    const moment = at('2026-12-31T15:00:00Z'); // The 1st of January there.
    expect(spanAt(moment, 'day', brisbane)).toEqual({
      name: 'day:2027-01-01',
      from: at('2026-12-31T14:00:00Z'),
      until: at('2027-01-01T14:00:00Z'),
    });
    expect(spanAt(moment, 'week', brisbane)).toEqual({
      name: 'week:2026-W53',
      from: at('2026-12-27T14:00:00Z'),
      until: at('2027-01-03T14:00:00Z'),
    });
    expect(spanAt(moment, 'month', brisbane).name).toBe('month:2027-01');
    expect(spanAt(at('2026-12-31T13:00:00Z'), 'month', brisbane)).toMatchObject({
      name: 'month:2026-12',
      until: at('2026-12-31T14:00:00Z'),
    });
    expect(spanAt(moment, 'total', brisbane, 3)).toEqual({ name: 'total:3', from: 0, until: null });
  });

  it('has 23 or 25 hours where the clocks change', () => {
    const hours = (iso: string) => {
      const { from, until } = spanAt(at(iso), 'day', berlin);
      return ((until ?? 0) - from) / 3_600_000;
    };
    expect(hours('2026-03-29T12:00:00Z')).toBe(23);
    expect(hours('2026-10-25T12:00:00Z')).toBe(25);
    expect(hours('2026-10-26T12:00:00Z')).toBe(24);
  });

  it('is one of many that follow each other without a gap', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
        fc.constantFrom('day', 'week', 'month'),
        fc.constantFrom(brisbane, berlin),
        (moment, reset, zone) => {
          const span = spanAt(moment, reset, zone);
          const until = span.until ?? 0;
          expect(span.from <= moment && moment < until).toBe(true);
          expect(spanAt(until - 1, reset, zone)).toEqual(span);
          expect(spanAt(until, reset, zone)).toMatchObject({ from: until });
        },
      ),
    ));
});
