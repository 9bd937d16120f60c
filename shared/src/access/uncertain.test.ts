import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { decide } from './decide.ts';
import { compileFacility } from './facility.ts';
import { DEFAULT_POLICY } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import { ask, aWorld, compiled, edgesOf } from './testing/arbitrary-access.ts';
import { anInstant } from './testing/arbitrary-windows.ts';
import { ALWAYS, answer, DAY, FACTS, NOBODY_SPECIAL, NOON, plan, weekly, windows } from './testing/brisbane-gym.ts';

describe('an uncertain clock', () => {
  const between = (fromS: number, toS: number) => ({ fromS, toS, clock: 'uncertain' }) as const;
  const offPeak = plan({ planZones: [2] });

  it('lets in who may enter at every time it could be, and asks for staff where it makes a difference', () => {
    expect(answer({ memberships: plan() }, between(NOON, NOON + 3 * DAY))).toBe('plan');
    expect(answer({ memberships: offPeak }, between(NOON - 3_600, NOON - 1))).toBe('plan');
    expect(answer({ memberships: offPeak }, between(NOON - 3_600, NOON))).toBe('clock_untrusted');
    expect(answer({ memberships: offPeak }, between(NOON, NOON + 3_600))).toBe('outside_hours');
    expect(answer({ memberships: offPeak, windows: windows([weekly()]) }, between(NOON - 3_600, NOON + 3_599))).toBe(
      'plan',
    );
  });

  it('takes permanent grants only where the facility is strict, and any time where it is lenient, which it says', () => {
    const policy = (uncertainClock: 'strict' | 'lenient') => ({ policy: { ...DEFAULT_POLICY, uncertainClock } });
    expect(answer({ memberships: plan() }, between(NOON, NOON), policy('strict'))).toBe('clock_untrusted');
    expect(answer({ grants: ALWAYS }, between(NOON, NOON + DAY), policy('strict'))).toBe('permanent_grant');
    const facility = compileFacility({ ...FACTS, ...policy('lenient') }, bundledZones());
    const person = compilePerson({ ...NOBODY_SPECIAL, memberships: offPeak }, facility);
    const decision = decide(facility, ask(0, NOON, { ...between(NOON - 60, NOON + 60), person }));
    expect(decision).toMatchObject({ allowed: true, via: 'plan', clock: 'lenient' });
  });

  it('is the conjunction over all of its seconds', () => {
    fc.assert(
      fc.property(
        aWorld(),
        fc.integer({ min: 0, max: 4 }),
        anInstant(),
        fc.integer({ min: 0, max: 900 }),
        (world, door, t, span) => {
          const { facility, person } = compiled(world);
          for (const fromS of [t, ...edgesOf(world).slice(0, 3)]) {
            const seconds = Array.from(
              { length: span + 1 },
              (_, i) => decide(facility, ask(door, fromS + i, { person })).allowed,
            );
            const whole = decide(facility, ask(door, fromS, { person, toS: fromS + span, clock: 'uncertain' }));
            expect(whole.allowed).toBe(seconds.every(Boolean));
            if (!whole.allowed) expect(whole.reason === 'clock_untrusted').toBe(seconds.some(Boolean));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is not fooled by a time that is none', () => {
    for (const [fromS, toS] of [
      [NOON, NOON - 1],
      [Number.NaN, NOON],
      [NOON, Number.POSITIVE_INFINITY],
      [Number.NaN, Number.NaN],
    ] as const)
      expect(answer({ memberships: plan() }, { fromS, toS })).toBe('clock_untrusted');
  });
});
