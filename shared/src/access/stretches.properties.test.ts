// @module-tag exhaustive
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { localDateAt, startOfLocalDay } from '../zones/local-time.ts';
import { transitionsOf } from '../zones/test-instants.ts';
import { decide } from './decide.ts';
import { stretches } from './stretches.ts';
import { ask, aWorld, compiled, edgesOf } from './testing/arbitrary-access.ts';
import { anInstant, ODD_ZONES } from './testing/arbitrary-windows.ts';

const DAY_S = 86_400;
/** Nights in which clocks change, of zones that do that in odd ways: days of 23 and 25 hours among them. */
const aNight = (): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...ODD_ZONES), fc.integer({ min: 0, max: 3 }), fc.constantFrom(-DAY_S, 0))
    .map(([name, n, by]) => {
      const zone = bundledZones().find(name);
      if (zone === undefined) throw new Error(`no zone ${name}`);
      const changes = transitionsOf(zone, 1_735_689_600, 1_830_297_600);
      return startOfLocalDay(zone, localDateAt(zone, changes[n % Math.max(1, changes.length)] ?? 1_774_746_000)) + by;
    });

describe('the stretches of a calendar', () => {
  it.each([
    ['nights in which clocks change', aNight()],
    ['any time', anInstant()],
  ])('are what decide says just before and after each boundary, and anywhere between, over %s', (_, aStart) => {
    fc.assert(
      fc.property(aWorld(), fc.integer({ min: 0, max: 5 }), aStart, fc.nat(), (world, door, fromS, seed) => {
        const { facility, person } = compiled(world);
        const toS = fromS + 9 * DAY_S;
        const found = stretches(facility, person, door, { fromS, toS });
        const said = (t: number) => decide(facility, ask(door, t, { person }));
        expect([found[0]?.fromS, found.at(-1)?.toS]).toEqual([fromS, toS]);
        for (const [i, stretch] of found.entries()) {
          const { fromS: start, toS: end, decision } = stretch;
          expect(start).toBeLessThan(end);
          expect(said(start)).toBe(decision);
          expect(said(end - 1)).toBe(decision);
          const before = found[i - 1];
          if (before === undefined) continue;
          expect(before.toS).toBe(start);
          expect(before.decision).not.toBe(decision);
        }
        const probes = Array.from({ length: 50 }, (_, i) => fromS + ((i * 15_551 + seed) % (9 * DAY_S)));
        for (const t of [...probes, ...edgesOf(world).filter((edge) => edge >= fromS && edge < toS)])
          expect([t, found.find((one) => one.fromS <= t && t < one.toS)?.decision]).toEqual([t, said(t)]);
      }),
      { numRuns: 300 },
    );
  });
});
