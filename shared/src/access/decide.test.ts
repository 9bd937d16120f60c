import { describe, expect, it } from 'vitest';
import { bundledZones } from '../zones/bundled-zones.ts';
import { decide } from './decide.ts';
import { compileFacility } from './facility.ts';
import { DEFAULT_POLICY } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import type { PersonFacts } from './person-facts.ts';
import { snapshotOf } from './snapshot.ts';
import { ask } from './testing/arbitrary-access.ts';
import {
  ALWAYS,
  answer,
  DAY,
  FACTS,
  FRONT,
  NOBODY_SPECIAL,
  NOON,
  POOL,
  plan,
  weekly,
  windows,
} from './testing/brisbane-gym.ts';
import type { AccessWindow } from './window.ts';

const OFTEN = { lockdown: false, maintenance: 'off' } as const;

describe('a door', () => {
  it('[R48] opens at the first instant of a window, and no more at its end', () => {
    const during = (window: AccessWindow, instants: readonly number[]) =>
      instants.map((fromS) => answer({ windows: windows([window]) }, { fromS, toS: fromS }));
    const absolute: AccessWindow = {
      external_id: 'a',
      kind: 'absolute',
      from: NOON,
      to: NOON + 60,
      timezone: 'UTC',
      scope_key: 'x',
    };
    expect(during(absolute, [NOON - 1, NOON, NOON + 59, NOON + 60])).toEqual([
      'outside_hours',
      'window',
      'window',
      'no_grant',
    ]);
    expect(during(weekly(), [NOON - 1, NOON, NOON + 3_599, NOON + 3_600])).toEqual([
      'outside_hours',
      'window',
      'window',
      'outside_hours',
    ]);
    expect(during(weekly({ active_from: NOON + 5 }), [NOON + 4, NOON + 5])).toEqual(['outside_hours', 'window']);
    expect(during(weekly({ active_until: NOON + 5 }), [NOON + 4, NOON + 5])).toEqual(['window', 'no_grant']);
    expect(during(absolute, [NOON - 0.001, NOON + 59.999])).toEqual(['outside_hours', 'window']);
  });

  it('[R51] takes the zone of an absolute window for a note', () => {
    const absolute = (timezone: string): AccessWindow => ({
      external_id: 'a',
      kind: 'absolute',
      from: NOON,
      to: NOON + 60,
      timezone,
      scope_key: 'x',
    });
    const programs = ['UTC', 'Asia/Kathmandu', 'America/New_York'].map(
      (zone) => snapshotOf([absolute(zone)], bundledZones()).program,
    );
    expect(programs[1]).toEqual(programs[0]);
    expect(programs[2]).toEqual(programs[0]);
  });

  it('[R52] opens for no window whose key is unknown, unmapped, disabled or mapped to nothing, and for the others as before', () => {
    for (const scope of [2, 3, 4, 99, 4_294_967_295]) {
      expect(answer({ windows: windows([weekly()], { scope }) })).toBe('scope_unmapped');
      expect(answer({ windows: [...windows([weekly()], { scope }), ...windows([weekly()])] })).toBe('window');
    }
    const unbound = snapshotOf([weekly()], bundledZones()).program;
    expect(answer({ windows: [{ source: 1, program: unbound }] })).toBe('scope_unmapped');
  });

  it('[R53] opens by grants and plans outside any window', () => {
    const later = windows([weekly({ active_from: NOON + DAY })]);
    expect(answer({ windows: later })).toBe('outside_hours');
    expect(answer({ windows: later, grants: ALWAYS })).toBe('permanent_grant');
    expect(answer({ windows: later, memberships: plan() })).toBe('plan');
    expect(answer({ windows: windows([]), memberships: plan() })).toBe('plan');
  });

  it('[R53] opens for no window of whom staff disabled, blocked or banned, nor against maintenance or from afar', () => {
    const person = { windows: windows([weekly()]), grants: ALWAYS, memberships: plan() };
    expect(answer({ ...person, disabled: true })).toBe('member_disabled');
    expect(answer({ ...person, blocked: true })).toBe('access_blocked');
    expect(answer({ ...person, banned: true, disabled: true, blocked: true })).toBe('banned');
    expect(answer(person, { door: { ...OFTEN, maintenance: 'force-closed' } })).toBe('maintenance_force_closed');
    expect(answer(person, { door: { ...OFTEN, lockdown: true } })).toBe('lockdown');
    const fenced = { policy: { ...DEFAULT_POLICY, geofence: { latitude: -27.47, longitude: 153.02, radiusM: 100 } } };
    expect(answer(person, { via: 'app' }, fenced)).toBe('outside_geofence');
  });
});

describe('the order of a decision', () => {
  const force = (maintenance: 'force-open' | 'force-closed', lockdown = false) => ({ door: { lockdown, maintenance } });

  it('knows nobody by what nobody has', () => {
    expect(answer(undefined)).toBe('unknown_member');
    expect(answer(undefined, { presented: 'credential' })).toBe('unknown_credential');
    expect(answer(undefined, force('force-closed'))).toBe('maintenance_force_closed');
    expect(answer(undefined, force('force-open', true))).toBe('lockdown');
  });

  it('opens a door that is forced open for everybody who is not kept out, however old the snapshot and wherever the phone', () => {
    const fenced = { policy: { ...DEFAULT_POLICY, geofence: { latitude: 0, longitude: 0, radiusM: 100 } } };
    expect(answer({}, { ...force('force-open'), via: 'app', snapshotAgeS: 1e9 }, fenced)).toBe('maintenance_open');
    expect(answer({ banned: true }, force('force-open'))).toBe('banned');
  });

  it('lets through a lockdown only who may break the glass, and nobody who is banned or at a door forced closed', () => {
    const glass: PersonFacts['grants'] = [{ target: { kind: 'doors', doors: [FRONT] }, breakGlass: true }];
    const lockdown = { door: { lockdown: true, maintenance: 'off' } } as const;
    expect(answer({ grants: glass }, lockdown)).toBe('permanent_grant');
    expect(answer({ grants: ALWAYS }, lockdown)).toBe('lockdown');
    expect(answer({ grants: [{ ...glass[0]!, target: { kind: 'doors', doors: [POOL] } }] }, lockdown)).toBe('lockdown');
    expect(answer({ grants: [{ ...glass[0]!, untilS: NOON }] }, lockdown)).toBe('lockdown');
    expect(answer({ grants: glass, banned: true }, lockdown)).toBe('banned');
    expect(answer({ grants: glass }, force('force-closed', true))).toBe('maintenance_force_closed');
  });

  it('asks grants, then plans, then plans in their grace, then windows', () => {
    const all = {
      grants: ALWAYS,
      memberships: [...plan({ untilS: NOON - 60 }), ...plan()],
      windows: windows([weekly()]),
    };
    expect(answer(all)).toBe('permanent_grant');
    expect(answer({ ...all, grants: [] })).toBe('plan');
    expect(answer({ ...all, grants: [], memberships: plan({ untilS: NOON - 60 }) })).toBe('grace');
    expect(answer({ windows: all.windows })).toBe('window');
  });
});

describe('the age of a snapshot', () => {
  it('is told when the cloud has been away, and ends all but break-glass grants after the facility’s limit', () => {
    const facility = compileFacility(FACTS, bundledZones());
    const person = compilePerson({ ...NOBODY_SPECIAL, memberships: plan() }, facility);
    const at = (snapshotAgeS: number) => decide(facility, ask(0, NOON, { person, snapshotAgeS }));
    expect(at(900)).toMatchObject({ allowed: true, stale: false });
    expect(at(901)).toMatchObject({ allowed: true, stale: true });
    expect(at(30 * DAY)).toMatchObject({ allowed: true, stale: true });
    expect(at(30 * DAY + 1)).toEqual({ allowed: false, reason: 'snapshot_too_old' });
    expect(at(Number.NaN)).toEqual({ allowed: false, reason: 'snapshot_too_old' });
    const glass = [{ target: { kind: 'facility' }, breakGlass: true }] as const;
    expect(answer({ grants: glass }, { snapshotAgeS: 1e9 })).toBe('permanent_grant');
    expect(answer({ grants: ALWAYS }, { snapshotAgeS: 1e9 })).toBe('snapshot_too_old');
  });
});
