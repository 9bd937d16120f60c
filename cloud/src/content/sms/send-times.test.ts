import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { weekMinuteAt } from '@gatehouse/shared/zones/local-time.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOfLocal, isSchedulable, localSecondsOf, quietUntil, USUAL_QUIET_HOURS } from './send-times.ts';

const zone = (name: string) => bundledZones().find(name) ?? expect.fail(name);
const at = (text: string) => Date.parse(text);

describe('a minute where somebody is', () => {
  it.each([
    ['as clocks show it', 'Australia/Brisbane', '2026-03-01T09:00', '2026-02-28T23:00:00Z'],
    ['that is skipped is the next one that there is', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00Z'],
    ['that comes twice is the first', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['of a date that is skipped is the next one', 'Pacific/Apia', '2011-12-30T09:00', '2011-12-30T10:00:00Z'],
  ])('%s', (_what, name, local, instant) => {
    expect(instantOfLocal(zone(name), localSecondsOf(local) ?? 0)).toBe(at(instant));
  });

  it('is none where no clock can show it', () => {
    const never = [
      '2026-02-29T09:00',
      '2026-13-01T09:00',
      '2026-03-01T24:00',
      '2026-03-01T09:60',
      '2026-03-01 09:00',
      '',
    ];
    expect(never.map(localSecondsOf)).toEqual(never.map(() => undefined));
  });

  it('lies one minute to 366 days ahead', () => {
    const now = at('2026-03-01T00:00:00Z');
    const days = 366 * 86_400_000;
    expect([59_999, 60_000, days, days + 1].map((ahead) => isSchedulable(now + ahead, now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('quiet hours', () => {
  it.each([
    ['begin at eight in the evening', '2026-03-01T19:00:00Z', '2026-03-02T07:00:00Z'],
    ['end at eight in the morning', '2026-03-01T06:59:59Z', '2026-03-01T07:00:00Z'],
    ['are over then', '2026-03-01T07:00:00Z', undefined],
    ['have not begun a minute before', '2026-03-01T18:59:59Z', undefined],
    ['are an hour shorter where clocks go forward', '2026-03-28T19:30:00Z', '2026-03-29T06:00:00Z'],
  ])('%s', (_what, now, until) => {
    expect(quietUntil(zone('Europe/Berlin'), USUAL_QUIET_HOURS, at(now))).toBe(until && at(until));
  });

  it('are over when they end, in every zone at every time, whatever the clocks do', () => {
    const names = bundledZones().names;
    const minute = fc.integer({ min: 0, max: 1_439 });
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.tuple(minute, minute).filter(([from, until]) => from !== until),
        (name, now, [fromMinute, untilMinute]) => {
          const of = zone(name);
          const until = quietUntil(of, { fromMinute, untilMinute }, now);
          if (until === undefined) return;
          expect(until).toBeGreaterThan(now);
          expect(until - now).toBeLessThanOrEqual(26 * 3_600_000);
          // The first minute that clocks show from the end on: the end itself may be skipped.
          const shown = weekMinuteAt(of, until / 1_000) % 1_440;
          expect((shown - untilMinute + 1_440) % 1_440).toBeLessThanOrEqual(60);
        },
      ),
      { numRuns: 500 },
    );
  });
});
