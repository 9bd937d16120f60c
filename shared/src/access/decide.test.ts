import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import type { Ask } from './ask.ts';
import { bindScopes } from './bind-scopes.ts';
import { decide } from './decide.ts';
import { compileFacility } from './facility.ts';
import { DEFAULT_POLICY, type FacilityFacts } from './facility-facts.ts';
import { compilePerson, readPerson } from './person.ts';
import type { PersonFacts } from './person-facts.ts';
import { REASONS } from './reasons.ts';
import { intervals, nextChange, nextOpening } from './schedule.ts';
import { snapshotOf } from './snapshot.ts';
import { ask, aWorld, boundProgram, compiled, edgesOf } from './testing/arbitrary-access.ts';
import { anInstant, aSnapshot } from './testing/arbitrary-windows.ts';
import type { AccessWindow } from './window.ts';

const FRONT = 'door_front00000000000' as DoorId;
const POOL = 'door_pool000000000000' as DoorId;
/** Monday 2026-11-16 12:00 in Brisbane, which has no daylight saving. */
const NOON = 1_794_794_400;
const DAY = 86_400;

const FACTS: FacilityFacts = {
  timezone: 'Australia/Brisbane',
  doors: [FRONT, POOL],
  scopes: [
    { number: 1, doors: [FRONT, POOL] },
    { number: 2, doors: 'unmapped' },
    { number: 3, doors: 'disabled' },
    { number: 4, doors: [] },
  ],
  doorSets: [{ number: 1, doors: [POOL] }],
  planZones: [
    { number: 1, doors: [FRONT] },
    { number: 2, doors: [FRONT], hours: { mon: [['06:00', '12:00']] } },
    { number: 3, doors: 'unmapped' },
  ],
  sources: [
    { number: 1, suspended: false },
    { number: 2, suspended: true },
  ],
  policy: DEFAULT_POLICY,
};
const NOBODY_SPECIAL: PersonFacts = {
  banned: false,
  disabled: false,
  blocked: false,
  grants: [],
  memberships: [],
  windows: [],
};
const HOURS = { sun: [], mon: [['12:00', '13:00']], tue: [], wed: [], thu: [], fri: [], sat: [] } as const;
const weekly = (over: Partial<AccessWindow> = {}): AccessWindow =>
  ({
    external_id: 'w',
    kind: 'weekly',
    timezone: 'Australia/Brisbane',
    scope_key: 'gym',
    access_hours: HOURS,
    ...over,
  }) as AccessWindow;
const windows = (list: readonly AccessWindow[], { source = 1, scope = 1 } = {}) => {
  const { program, scopeKeys } = snapshotOf(list, bundledZones());
  bindScopes(
    program,
    scopeKeys.map(() => scope),
  );
  return [{ source, program }];
};
const plan = (over: object = {}) => [{ source: 1, planZones: [1], current: true, status: 'allow', ...over } as const];

const answer = (
  person: Partial<PersonFacts> | undefined,
  over: Partial<Ask> = {},
  facts: Partial<FacilityFacts> = {},
) => {
  const facility = compileFacility({ ...FACTS, ...facts }, bundledZones());
  const decision = decide(
    facility,
    ask(0, over.fromS ?? NOON, {
      person: person && compilePerson({ ...NOBODY_SPECIAL, ...person }, facility),
      ...over,
    }),
  );
  return decision.allowed ? decision.via : decision.reason;
};
const OFTEN = { lockdown: false, maintenance: 'off' } as const;
const ALWAYS: PersonFacts['grants'] = [{ target: { kind: 'facility' } }];

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

describe('a plan', () => {
  const planned = (over: object, at: Partial<Ask> = {}) => answer({ memberships: plan(over) }, at);

  it('opens the doors of its zones, from its first instant to its end, and a day of grace beyond', () => {
    expect(planned({ fromS: NOON, untilS: NOON + 1 })).toBe('plan');
    expect(planned({ fromS: NOON + 1 })).toBe('outside_hours');
    expect(planned({ untilS: NOON })).toBe('grace');
    expect(planned({ untilS: NOON - DAY + 1 })).toBe('grace');
    expect(planned({ untilS: NOON - DAY })).toBe('plan_ended');
    expect(answer({ memberships: plan({ untilS: NOON }) }, {}, { policy: { ...DEFAULT_POLICY, graceS: 0 } })).toBe(
      'plan_ended',
    );
  });

  it('[R21] keeps to the hours of a zone that has any; a day that is empty or left out is closed', () => {
    expect(planned({ planZones: [2] }, { fromS: NOON - 1, toS: NOON - 1 })).toBe('plan');
    expect(planned({ planZones: [2] })).toBe('outside_hours');
    expect(planned({ planZones: [2] }, { fromS: NOON - DAY - 60, toS: NOON - DAY - 60 })).toBe('outside_hours');
    const closed = { planZones: [{ number: 1, doors: [FRONT], hours: { mon: [] } }] };
    expect(answer({ memberships: plan() }, {}, closed)).toBe('no_grant');
  });

  it('takes the blocks of a day in any order, for nothing says that plans sort them', () => {
    const hours = {
      mon: [
        ['11:00', '13:00'],
        ['06:00', '11:30'],
        ['23:00', '01:00'],
        ['20:00', '20:00'],
      ],
    } as const;
    const at = (minutes: number) =>
      answer(
        { memberships: plan() },
        { fromS: NOON + minutes * 60, toS: NOON + minutes * 60 },
        { planZones: [{ number: 1, doors: [FRONT], hours }] },
      );
    expect([-361, -360, 59, 60, 480, 661, -700].map(at)).toEqual([
      'outside_hours',
      'plan',
      'plan',
      ...Array(4).fill('outside_hours'),
    ]);
  });

  it('opens nothing without zones, by a zone that is not mapped, when it is not current, or by a status that is denied', () => {
    expect(planned({ planZones: [] })).toBe('no_grant');
    expect(planned({ planZones: [], status: 'deny' })).toBe('status_denied');
    expect(planned({ planZones: [3] })).toBe('scope_unmapped');
    expect(planned({ planZones: [77] })).toBe('scope_unmapped');
    expect(planned({ current: false })).toBe('no_grant');
    expect(planned({ status: 'deny' })).toBe('status_denied');
    expect(planned({ status: 'ignore' })).toBe('plan');
  });

  it('rests with its source, and so do windows', () => {
    expect(planned({ source: 2 })).toBe('source_suspended');
    expect(planned({ source: 9 })).toBe('source_suspended');
    expect(answer({ windows: windows([weekly()], { source: 2 }) })).toBe('source_suspended');
    expect(answer({ windows: windows([weekly()], { source: 2 }), grants: ALWAYS })).toBe('permanent_grant');
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

describe('any input', () => {
  it('is answered with one of a finite set of frozen answers, whatever bytes are taken for a person', () => {
    const facility = compileFacility(FACTS, bundledZones());
    const whole = compilePerson(
      { ...NOBODY_SPECIAL, grants: ALWAYS, memberships: plan(), windows: windows([weekly()]) },
      facility,
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(7),
        anInstant(),
        (changes, cut, t) => {
          const bytes = Uint8Array.from(whole.bytes);
          for (const [at, value] of changes) bytes[at] = value;
          const read = readPerson(bytes.subarray(cut)) ?? readPerson(bytes);
          if (read === undefined) return;
          const decision = decide(facility, ask(0, t, { person: read }));
          expect(Object.isFrozen(decision)).toBe(true);
          expect(decision.reason === 'granted' || decision.reason in REASONS).toBe(true);
          nextChange(facility, read, 0, t);
          nextOpening(facility, read, 0, t);
          intervals(facility, read, 0, { fromS: t, toS: t + 7 * DAY });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('that is no record is no person', () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(7),
      new Uint8Array(64),
      Uint8Array.from({ length: 4_096 }, (_, i) => i),
    ])
      expect(readPerson(bytes)).toBeUndefined();
  });

  it('reads a record from anywhere in memory', () => {
    const facility = compileFacility(FACTS, bundledZones());
    const { bytes } = compilePerson({ ...NOBODY_SPECIAL, memberships: plan() }, facility);
    for (let shift = 0; shift < 9; shift++) {
      const room = Buffer.alloc(bytes.length + shift);
      room.set(bytes, shift);
      expect(decide(facility, ask(0, NOON, { person: readPerson(room.subarray(shift)) }))).toMatchObject({
        via: 'plan',
      });
    }
  });

  it('that names what is not there opens nothing, and throws nothing', () => {
    for (const doorIndex of [-1, 2, 0.5, 1e9, Number.NaN])
      expect(answer({ grants: ALWAYS }, { doorIndex })).toBe('no_grant');
    expect(
      answer(
        { memberships: plan() },
        {},
        { timezone: 'Mars/Base', planZones: [{ number: 1, doors: [FRONT], hours: { mon: [['00:00', '24:00']] } }] },
      ),
    ).toBe('no_grant');
    expect(answer({ windows: [{ source: 1, program: new Uint8Array(24) }] })).toBe('no_grant');
    bindScopes(new Uint8Array(13), [1]);
    const grant = { kind: 'doors', doors: ['door_elsewhere0000000' as DoorId] } as const;
    expect(answer({ grants: [{ target: grant }, { target: { kind: 'door_set', number: 9 } }] })).toBe('no_grant');
    expect(answer({ grants: ALWAYS }, {}, { doors: [null, POOL] })).toBe('no_grant');
  });
});
