import { isDeepStrictEqual } from 'node:util';
import document from '../../vectors/access/decisions.json' with { type: 'json' };
import type { ZoneTables } from '../zones/zone-tables.ts';
import type { Ask } from './ask.ts';
import { bindScopes } from './bind-scopes.ts';
import { checkWindows } from './check-windows.ts';
import { decide } from './decide.ts';
import { compileFacility } from './facility.ts';
import type { AccessPolicy, FacilityFacts } from './facility-facts.ts';
import { compilePerson } from './person.ts';
import type { PersonFacts } from './person-facts.ts';
import { snapshotOf } from './snapshot.ts';

interface Source {
  readonly source: number;
  readonly scopes: Readonly<Record<string, number>>;
  readonly windows: readonly unknown[];
}
interface Vectors {
  readonly facility: FacilityFacts;
  readonly people: Readonly<Record<string, Omit<PersonFacts, 'windows'> & { readonly windows: readonly Source[] }>>;
  readonly cases: readonly {
    readonly name: string;
    readonly person: string;
    readonly policy?: Partial<AccessPolicy>;
    readonly ask: Ask;
    readonly expect: Readonly<Record<string, unknown>>;
  }[];
}

const programOf = ({ windows, scopes }: Source, zones: ZoneTables) => {
  const verdict = checkWindows({ access_time_windows: windows, access_time_windows_revision: 1 }, zones);
  if (verdict === undefined || 'problems' in verdict) return undefined;
  const { program, scopeKeys } = snapshotOf(verdict.windows, zones);
  bindScopes(
    program,
    scopeKeys.map((key) => scopes[key] ?? 0),
  );
  return program;
};

/** What the vector's words leave out of a decision. */
const inFull = (expected: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  expected.allowed === true ? { reason: 'granted', source: undefined, ...expected } : expected;

/**
 * Decides every published case (`vectors/access/decisions.json`) anew and names those that came out otherwise: proof that
 * this program, on this machine, decides as it was agreed. Takes a few milliseconds.
 */
export const decisionSelfTest = (zones: ZoneTables): { readonly cases: number; readonly wrong: readonly string[] } => {
  const { facility: facts, people, cases } = document as unknown as Vectors;
  const wrong = cases.filter(({ person: name, policy, ask, expect }) => {
    const facility = compileFacility({ ...facts, policy: { ...facts.policy, ...policy } }, zones);
    const known = people[name];
    const windows = (known?.windows ?? []).flatMap((source) => {
      const program = programOf(source, zones);
      return program === undefined ? [] : [{ source: source.source, program }];
    });
    const person = known && compilePerson({ ...known, windows }, facility);
    return !isDeepStrictEqual(decide(facility, { ...ask, person }), inFull(expect));
  });
  return { cases: cases.length, wrong: wrong.map(({ name }) => name) };
};
