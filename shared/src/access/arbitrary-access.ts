import fc from 'fast-check';
import type { DoorId } from '../ids/ids.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import { anInstant, aSnapshot, ODD_ZONES, someHours } from './arbitrary-windows.ts';
import type { Ask } from './ask.ts';
import { bindScopes } from './bind-scopes.ts';
import { compileFacility } from './facility.ts';
import { type AccessPolicy, DEFAULT_POLICY, type FacilityFacts, type Mapping } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import type { Grant, GrantTarget, Membership, PersonFacts } from './person-facts.ts';
import { snapshotOf } from './snapshot.ts';
import type { AccessWindow } from './window.ts';

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

const aFacility = (policy: Partial<AccessPolicy>): fc.Arbitrary<FacilityFacts> =>
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
    policy: fc.record({
      ...Object.fromEntries(
        Object.entries({ ...DEFAULT_POLICY, ...policy }).map(([name, value]) => [name, fc.constant(value)]),
      ),
      graceS: fc.constantFrom(0, 86_400),
    }) as unknown as fc.Arbitrary<AccessPolicy>,
  });

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

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
  policy = {},
  grants = 2,
}: {
  policy?: Partial<AccessPolicy>;
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

/** A question with nothing special about it, at one instant. */
export const ask = (doorIndex: number, atS: number, over: Partial<Ask> = {}): Ask => ({
  doorIndex,
  fromS: atS,
  toS: atS,
  clock: 'trusted',
  snapshotAgeS: 0,
  door: { lockdown: false, maintenance: 'off' },
  via: 'reader',
  presented: 'member',
  person: undefined,
  ...over,
});
