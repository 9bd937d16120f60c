import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import type { Ask } from './ask.ts';
import { bindScopes } from './bind-scopes.ts';
import { checkWindows } from './check-windows.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { compileFacility } from './facility.ts';
import { type AccessPolicy, DEFAULT_POLICY, type FacilityFacts } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import type { PersonFacts } from './person-facts.ts';
import { judgeRevision, type RevisionVerdict, type SnapshotVersion } from './revision.ts';
import { intervals, nextChange } from './schedule.ts';
import { snapshotOf } from './snapshot.ts';
import { ask as anAsk } from './testing/arbitrary-access.ts';
import type { AccessWindow } from './window.ts';

/* The published vectors: docs/access-evaluation.md says what they mean. Whatever they say is law here too. */
const vectors = <T>(name: string): { cases: T[] } & Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../vectors/access/${name}.json`, import.meta.url), 'utf8'));
const zones = bundledZones();

const DOOR = 'door_0123456789abcdef' as DoorId;
const checked = (windows: readonly unknown[]): readonly AccessWindow[] => {
  const verdict = checkWindows({ access_time_windows: windows, access_time_windows_revision: 1 }, zones);
  if (verdict === undefined || 'problems' in verdict) throw new Error(JSON.stringify(verdict));
  return verdict.windows;
};
const programOf = (windows: readonly unknown[], numberOf: (key: string) => number) => {
  const { program, scopeKeys } = snapshotOf(checked(windows), zones);
  bindScopes(program, scopeKeys.map(numberOf));
  return program;
};
/** A facility with one door, and a person with windows to it and nothing else. */
const atOneDoor = (windows: readonly unknown[]) => {
  const facility = compileFacility(
    {
      timezone: 'UTC',
      doors: [DOOR],
      scopes: [{ number: 1, doors: [DOOR] }],
      doorSets: [],
      planZones: [],
      sources: [{ number: 1, suspended: false }],
      policy: DEFAULT_POLICY,
    },
    zones,
  );
  const facts = { banned: false, disabled: false, blocked: false, grants: [], memberships: [] };
  return {
    facility,
    person: compilePerson({ ...facts, windows: [{ source: 1, program: programOf(windows, () => 1) }] }, facility),
  };
};

describe('the published vectors of windows', () => {
  interface Case {
    name: string;
    member: Record<string, unknown>;
    not_integers?: string[];
    repeated?: string[];
    problems?: [string, string][];
  }
  it.each(vectors<Case>('windows').cases)(
    '[R27, R28, R29, R30, R31, R32, R33, R34, R35, R36, R37, R38, R39, R40, R41, R42, R43, R44, R45, R46] hold: $name',
    ({ member, not_integers = [], repeated = [], problems }) => {
      const verdict = checkWindows(member, zones, {
        notIntegers: new Set(not_integers),
        repeated: new Set(repeated),
      });
      if (problems !== undefined) {
        expect(verdict).toMatchObject({ count: problems.length });
        expect(
          verdict !== undefined && 'problems' in verdict && verdict.problems.map(({ path, code }) => [path, code]),
        ).toEqual(problems);
      } else if (member.access_time_windows === undefined) expect(verdict).toBeUndefined();
      else expect(verdict).toHaveProperty('windows');
    },
  );
});

describe('the published vectors of the normal form', () => {
  it.each(vectors<{ name: string; windows: unknown[]; canonical: string; sha256: string }>('normal-form').cases)(
    '[R56, R57] hold: $name',
    ({ windows, canonical, sha256 }) => {
      expect(snapshotOf(checked(windows), zones)).toMatchObject({ canonical, hash: sha256 });
    },
  );
});

describe('the published vectors of revisions', () => {
  it.each(
    vectors<{ name: string; stored: SnapshotVersion | null; incoming: SnapshotVersion; verdict: RevisionVerdict }>(
      'revisions',
    ).cases,
  )('[R55, R56, R57, R58, R59] hold: $name', ({ stored, incoming, verdict }) => {
    expect(judgeRevision(stored ?? undefined, incoming)).toBe(verdict);
  });
});

describe('the published vectors of evaluation', () => {
  it.each(vectors<{ name: string; window: unknown; instants: [number, boolean][] }>('evaluation').cases)(
    '[R48, R49, R50, R51] hold: $name',
    ({ window, instants }) => {
      const { facility, person } = atOneDoor([window]);
      const found = instants.map(([t]) => [t, decide(facility, anAsk(0, t, { person })).allowed]);
      expect(found).toEqual(instants);
      expect(instants.map(([t]) => [t, intervals(facility, person, 0, { fromS: t, toS: t + 1 }).length === 1])).toEqual(
        instants,
      );
    },
  );
});

describe('the published vectors of schedules', () => {
  it.each(
    vectors<{ name: string; windows: unknown[]; from: number; to: number; open: [number, number][] }>('schedule').cases,
  )('[R48, R49, R50] hold: $name', ({ windows, from, to, open }) => {
    const { facility, person } = atOneDoor(windows);
    expect(intervals(facility, person, 0, { fromS: from, toS: to }).map(({ fromS, toS }) => [fromS, toS])).toEqual(
      open,
    );
    const edges = open.flat().filter((edge) => edge > from && edge < to);
    for (const [i, edge] of edges.entries()) expect(nextChange(facility, person, 0, edges[i - 1] ?? from)).toBe(edge);
  });
});

describe('the published vectors of decisions', () => {
  type Windows = { source: number; scopes: Record<string, number>; windows: unknown[] }[];
  interface Case {
    name: string;
    person: string;
    policy?: Partial<AccessPolicy>;
    ask: Ask;
    expect: Record<string, unknown>;
  }
  const {
    cases,
    facility: facts,
    people,
  } = vectors<Case>('decisions') as unknown as {
    cases: Case[];
    facility: FacilityFacts;
    people: Record<string, Omit<PersonFacts, 'windows'> & { windows: Windows }>;
  };
  it.each(cases)('[R52, R53] hold: $name', ({ person: name, policy, ask, expect: expected }) => {
    const facility = compileFacility({ ...facts, policy: { ...facts.policy, ...policy } }, zones);
    const known = people[name];
    const person =
      known &&
      compilePerson(
        {
          ...known,
          windows: known.windows.map(({ source, scopes, windows }) => ({
            source,
            program: programOf(windows, (key) => scopes[key]!),
          })),
        },
        facility,
      );
    const decision = decide(facility, { ...ask, person });
    expect(decision).toEqual(
      expected.allowed === true ? { reason: 'granted', source: undefined, ...expected } : expected,
    );
    expect(explain(facility, { ...ask, person }).decision).toBe(decision);
  });
});
