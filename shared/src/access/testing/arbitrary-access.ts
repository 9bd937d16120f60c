import fc from 'fast-check';
import type { DoorId } from '../../ids/ids.ts';
import { bundledZones } from '../../zones/bundled-zones.ts';
import { type Ask, askAt } from '../ask.ts';
import { bindScopes } from '../bind-scopes.ts';
import { compileFacility } from '../facility.ts';
import { type AccessPolicy, DEFAULT_POLICY, type FacilityFacts, type Mapping } from '../facility-facts.ts';
import { compilePerson } from '../person.ts';
import type { Grant, GrantTarget, Membership, PersonFacts } from '../person-facts.ts';
import { snapshotOf } from '../snapshot.ts';
import type { AccessWindow } from '../window.ts';
import { anInstant, aSnapshot, ODD_ZONES, someHours } from './arbitrary-windows.ts';

/*
 * Whole small worlds for properties: a facility, a person, and the windows that a reader of the contract would look at.
 */

const DOORS = ['front', 'side', 'pool', 'roof'].map((name) => `door_${name.padEnd(16, '0')}` as DoorId);
const GONE = 'door_gone000000000000' as DoorId;
const NUMBERS = [0, 1, 2, 7] as const;

const doors = () => fc.subarray([...DOORS, GONE]);
const mapping = (): fc.Arbitrary<Mapping> =>
  fc.oneof({ weight: 5, arbitrary: doors() }, fc.constantFrom<Mapping>('unmapped', 'disabled', DOORS));
const number = () => fc.constantFrom<number>(...NUMBERS);

/** `plain`: the usual one. */
type PolicyChoice = 'plain' | 'any';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

const FENCE = { latitude: -27.47, longitude: 153.02, radiusM: 150 };
const aPolicy = (): fc.Arbitrary<AccessPolicy> =>
  fc
    .record({
      graceS: fc.constantFrom(0, 86_400),
      staleAfterS: fc.constant(900),
      expiredAfterS: fc.constant(30 * 86_400),
      uncertainClock: fc.constantFrom('interval', 'strict', 'lenient'),
      geofence: maybe(fc.constant(FENCE)),
    })
    .map(without) as fc.Arbitrary<AccessPolicy>;

const aFacility = (policy: PolicyChoice): fc.Arbitrary<FacilityFacts> =>
  fc.record({
    timezone: fc.constantFrom(...ODD_ZONES),
    doors: fc.constant([DOORS[0] as DoorId, null, ...DOORS.slice(1)]),
    scopes: fc.uniqueArray(fc.record({ number: number(), doors: mapping() }), { selector: (scope) => scope.number }),
    doorSets: fc.uniqueArray(fc.record({ number: number(), doors: doors() }), { selector: (set) => set.number }),
    planZones: fc.uniqueArray(
      fc.record({ number: number(), doors: mapping(), hours: someHours() }, { requiredKeys: ['number', 'doors'] }),
      { selector: (zone) => zone.number },
    ),
    sources: fc.uniqueArray(fc.record({ number: number(), suspended: fc.boolean() }), {
      selector: (source) => source.number,
    }),
    policy: policy === 'any' ? aPolicy() : fc.constantFrom(0, 86_400).map((graceS) => ({ ...DEFAULT_POLICY, graceS })),
  });

const target = (): fc.Arbitrary<GrantTarget> =>
  fc.oneof(
    fc.constant<GrantTarget>({ kind: 'facility' }),
    doors().map((list): GrantTarget => ({ kind: 'doors', doors: list })),
    number().map((n): GrantTarget => ({ kind: 'door_set', number: n })),
  );
const aGrant = (): fc.Arbitrary<Grant> =>
  fc
    .record({ target: target(), fromS: maybe(anInstant()), untilS: maybe(anInstant()), breakGlass: fc.boolean() })
    .map(without) as fc.Arbitrary<Grant>;
const aMembership = (): fc.Arbitrary<Membership> =>
  fc
    .record({
      source: number(),
      planZones: fc.array(number(), { maxLength: 3 }),
      fromS: maybe(anInstant()),
      untilS: maybe(anInstant()),
      current: fc.boolean(),
      status: fc.constantFrom('allow', 'deny', 'ignore'),
    })
    .map(without) as fc.Arbitrary<Membership>;

export interface World {
  readonly facility: FacilityFacts;
  readonly person: PersonFacts;
  /** The windows before they were compiled, with the numbers of their scopes. */
  readonly windows: readonly {
    readonly source: number;
    readonly scope: (key: string) => number;
    readonly windows: readonly AccessWindow[];
  }[];
}

const scopeNumber = (key: string): number => NUMBERS[key.length % NUMBERS.length] as number;

export const aWorld = ({
  policy = 'plain',
  grants = 2,
}: {
  policy?: PolicyChoice;
  grants?: number;
} = {}): fc.Arbitrary<World> =>
  fc
    .record({
      facility: aFacility(policy),
      flags: fc.record({ banned: rarely(), disabled: rarely(), blocked: rarely() }),
      grants: fc.array(aGrant(), { maxLength: grants }),
      memberships: fc.array(aMembership(), { maxLength: 3 }),
      windows: fc.array(fc.record({ source: number(), windows: aSnapshot(6) }), { maxLength: 2 }),
    })
    .map(({ facility, flags, grants: list, memberships, windows }) => ({
      facility,
      person: {
        ...flags,
        grants: list,
        memberships,
        windows: windows.map(({ source, windows: w }) => ({ source, program: boundProgram(w) })),
      },
      windows: windows.map((entry) => ({ ...entry, scope: scopeNumber })),
    }));

const rarely = () => fc.integer({ min: 0, max: 19 }).map((n) => n === 0);

export const boundProgram = (windows: readonly AccessWindow[]): Uint8Array => {
  const { program, scopeKeys } = snapshotOf(windows, bundledZones());
  bindScopes(program, scopeKeys.map(scopeNumber));
  return program;
};

export const compiled = ({ facility: facts, person }: Pick<World, 'facility' | 'person'>) => {
  const facility = compileFacility(facts, bundledZones());
  return { facility, person: compilePerson(person, facility) };
};

/** Where anything of a world begins or ends, and a second to either side. */
export const edgesOf = ({ person, windows }: World): number[] => {
  const instants = [
    ...person.grants.flatMap((g) => [g.fromS, g.untilS]),
    ...person.memberships.flatMap((m) => [m.fromS, m.untilS, m.untilS === undefined ? undefined : m.untilS + 86_400]),
    ...windows.flatMap(({ windows: list }) =>
      list.flatMap((w) => (w.kind === 'absolute' ? [w.from, w.to] : [w.active_from, w.active_until])),
    ),
  ];
  return instants.filter((t) => t !== undefined).flatMap((t) => [t - 1, t, t + 1]);
};

/** Any question, sensible or not. The person is for the test to fill in. */
export const anAsk = (): fc.Arbitrary<Ask> =>
  fc.record({
    doorIndex: fc.constantFrom(0, 1, 2, 3, 4, 5, -1, 0.5, Number.NaN, 1e9),
    fromS: fc.constant(0),
    toS: fc.constantFrom(0, 0, 0, 1, 3_600, 259_200, -1, Number.NaN, Number.POSITIVE_INFINITY),
    clock: fc.constantFrom('trusted', 'uncertain'),
    snapshotAgeS: fc.constantFrom(0, 0, 900, 901, 2_592_000, 2_592_001, -5, Number.NaN),
    door: fc.record({
      lockdown: fc.constantFrom(false, false, false, true),
      maintenance: fc.constantFrom('off', 'off', 'off', 'force-open', 'force-closed'),
    }),
    via: fc.constantFrom('reader', 'reader', 'app'),
    location: maybe(
      fc.record({
        latitude: fc.constantFrom(-27.47, -27.471, -27.48, 91, Number.NaN),
        longitude: fc.constantFrom(153.02, 153.021, -153),
        accuracyM: fc.constantFrom(5, 150, 151, -1, Number.NaN),
      }),
    ),
    presented: fc.constantFrom('member', 'credential'),
    person: fc.constant(undefined),
  });

/** A question with nothing special about it, at one instant. */
export const ask = (doorIndex: number, atS: number, over: Partial<Ask> = {}): Ask => ({
  ...askAt(doorIndex, atS),
  person: undefined,
  ...over,
});
