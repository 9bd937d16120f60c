import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import { decide } from './decide.ts';
import type { PlanHours } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import type { GrantTarget } from './person-facts.ts';
import { intervals, nextChange, nextOpening } from './schedule.ts';
import { ask, aWorld, boundProgram, compiled, edgesOf, type World } from './testing/arbitrary-access.ts';
import { anInstant, aSnapshot } from './testing/arbitrary-windows.ts';
import { type AccessWindow, WEEKDAYS } from './window.ts';

/*
 * The rules once more, read off the contract word by word and with no thought of speed: texts are compared as texts, windows one by one.
 */
const wallClock = (timezone: string, t: number) => {
  const local = new Date((Math.floor(t) + bundledZones().find(timezone)!.offsetAt(t)) * 1_000);
  return { day: WEEKDAYS[local.getUTCDay()]!, time: local.toISOString().slice(11, 16) };
};
const hoursHold = (hours: PlanHours, timezone: string, t: number): boolean => {
  const { day, time } = wallClock(timezone, t);
  return (hours[day] ?? []).some(([start, end]) => start <= time && time < end);
};
const windowHolds = (window: AccessWindow, t: number): boolean => {
  if (window.kind === 'absolute') return window.from <= t && t < window.to;
  if (window.active_from !== undefined && t < window.active_from) return false;
  if (window.active_until !== undefined && t >= window.active_until) return false;
  return hoursHold(window.access_hours, window.timezone, t);
};
const naive = ({ facility, person, windows }: World, doorIndex: number, t: number): string => {
  const door = facility.doors[doorIndex];
  if (person.banned || person.disabled || person.blocked || door === null || door === undefined) return 'denied';
  const listed = (doors: readonly DoorId[] | string | undefined) => typeof doors === 'object' && doors.includes(door);
  const active = (source: number) => facility.sources.some((s) => s.number === source && !s.suspended);
  const covers = (target: GrantTarget) => {
    if (target.kind === 'facility') return true;
    return listed(
      target.kind === 'doors' ? target.doors : facility.doorSets.find((s) => s.number === target.number)?.doors,
    );
  };
  if (person.grants.some((g) => covers(g.target) && (g.fromS ?? -1) <= t && t < (g.untilS ?? 1e12)))
    return 'permanent_grant';
  const plans = (
    from: (m: World['person']['memberships'][number]) => number,
    until: (m: World['person']['memberships'][number]) => number,
  ) =>
    person.memberships.some(
      (m) =>
        m.current &&
        m.status !== 'deny' &&
        active(m.source) &&
        t >= from(m) &&
        t < until(m) &&
        m.planZones.some((number) => {
          const zone = facility.planZones.find((z) => z.number === number);
          return listed(zone?.doors) && (zone?.hours === undefined || hoursHold(zone.hours, facility.timezone, t));
        }),
    );
  if (
    plans(
      (m) => m.fromS ?? -1,
      (m) => m.untilS ?? 1e12,
    )
  )
    return 'plan';
  if (
    plans(
      (m) => Math.max(m.fromS ?? -1, m.untilS ?? 1e12),
      (m) => (m.untilS ?? 1e12) + facility.policy.graceS,
    )
  )
    return 'grace';
  const open = windows.some(
    ({ source, scope, windows: list }) =>
      active(source) &&
      list.some(
        (w) => listed(facility.scopes.find((s) => s.number === scope(w.scope_key))?.doors) && windowHolds(w, t),
      ),
  );
  return open ? 'window' : 'denied';
};
const decided = (world: World, doorIndex: number, t: number): string => {
  const { facility, person } = compiled(world);
  const decision = decide(facility, ask(doorIndex, t, { person }));
  return decision.allowed ? decision.via : 'denied';
};
const aDoorIndex = () => fc.integer({ min: 0, max: 5 });
describe('a decision', () => {
  it('[R48, R49, R50, R51, R52, R53] is what the contract says, read word by word', () => {
    fc.assert(
      fc.property(
        aWorld(),
        aDoorIndex(),
        fc.array(anInstant(), { minLength: 1, maxLength: 8 }),
        (world, door, instants) => {
          for (const t of [...instants, ...edgesOf(world)])
            expect([t, decided(world, door, t)]).toEqual([t, naive(world, door, t)]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('turns exactly where nextChange says, and nowhere before', () => {
    fc.assert(
      fc.property(aWorld({ grants: 1 }), aDoorIndex(), anInstant(), (world, door, t) => {
        const { facility, person } = compiled(world);
        const change = nextChange(facility, person, door, t);
        const allowed = (at: number) => decide(facility, ask(door, at, { person })).allowed;
        const end = change ?? t + 40 * 86_400;
        for (let i = 0; i <= 40; i++) expect(allowed(t + Math.floor(((end - 1 - t) * i) / 40))).toBe(allowed(t));
        if (change !== undefined) expect([allowed(change - 1), allowed(change)]).toEqual([allowed(t), !allowed(t)]);
      }),
      { numRuns: 400 },
    );
  });

  it('is the same as the intervals of a calendar, each with what opens it', () => {
    fc.assert(
      fc.property(aWorld(), aDoorIndex(), anInstant(), (world, door, fromS) => {
        const { facility, person } = compiled(world);
        const toS = fromS + 9 * 86_400;
        const calendar = intervals(facility, person, door, { fromS, toS });
        const viaAt = (t: number) => calendar.find((i) => i.fromS <= t && t < i.toS);
        const instants = calendar
          .flatMap((i) => [i.fromS - 1, i.fromS, i.toS - 1, i.toS])
          .filter((t) => t >= fromS && t < toS);
        for (const t of [...instants, ...Array.from({ length: 60 }, (_, i) => fromS + i * 12_959)]) {
          const decision = decide(facility, ask(door, t, { person }));
          expect(viaAt(t)).toEqual(
            decision.allowed ? expect.objectContaining({ via: decision.via, source: decision.source }) : undefined,
          );
        }
        for (const [i, { fromS: start, toS: end }] of calendar.entries()) {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThanOrEqual(calendar[i - 1]?.toS ?? fromS);
        }
        const first = nextOpening(facility, person, door, fromS);
        if (calendar[0] !== undefined || (first ?? toS) < toS) expect(first).toBe(calendar[0]?.fromS);
      }),
      { numRuns: 400 },
    );
  });
});

describe('windows', () => {
  it('[R53] only add: one more never closes a door', () => {
    fc.assert(
      fc.property(
        aWorld(),
        aSnapshot(4),
        fc.array(anInstant(), { minLength: 1, maxLength: 5 }),
        (world, more, instants) => {
          const { facility, person } = compiled(world);
          const richer = compilePerson(
            { ...world.person, windows: [...world.person.windows, { source: 1, program: boundProgram(more) }] },
            facility,
          );
          for (const t of [...instants, ...edgesOf(world)])
            for (const door of [0, 2, 3, 4])
              if (decide(facility, ask(door, t, { person })).allowed)
                expect(decide(facility, ask(door, t, { person: richer })).allowed).toBe(true);
        },
      ),
    );
  });
});
