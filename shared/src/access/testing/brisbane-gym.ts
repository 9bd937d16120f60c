import type { DoorId } from '../../ids/ids.ts';
import { bundledZones } from '../../zones/bundled-zones.ts';
import type { Ask } from '../ask.ts';
import { bindScopes } from '../bind-scopes.ts';
import { decide } from '../decide.ts';
import { compileFacility } from '../facility.ts';
import { DEFAULT_POLICY, type FacilityFacts } from '../facility-facts.ts';
import { compilePerson } from '../person.ts';
import type { PersonFacts } from '../person-facts.ts';
import { snapshotOf } from '../snapshot.ts';
import type { AccessWindow } from '../window.ts';
import { ask } from './arbitrary-access.ts';

/*
 * A gym with two doors, and people with whatever a test gives them.
 */

export const FRONT = 'door_front00000000000' as DoorId;
export const POOL = 'door_pool000000000000' as DoorId;
/** Monday 2026-11-16 12:00 in Brisbane, which has no daylight saving. */
export const NOON = 1_794_794_400;
export const DAY = 86_400;

export const FACTS: FacilityFacts = {
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
export const NOBODY_SPECIAL: PersonFacts = {
  banned: false,
  disabled: false,
  blocked: false,
  grants: [],
  memberships: [],
  windows: [],
};
const HOURS = { sun: [], mon: [['12:00', '13:00']], tue: [], wed: [], thu: [], fri: [], sat: [] } as const;
export const weekly = (over: Partial<AccessWindow> = {}): AccessWindow =>
  ({
    external_id: 'w',
    kind: 'weekly',
    timezone: 'Australia/Brisbane',
    scope_key: 'gym',
    access_hours: HOURS,
    ...over,
  }) as AccessWindow;
export const windows = (list: readonly AccessWindow[], { source = 1, scope = 1 } = {}) => {
  const { program, scopeKeys } = snapshotOf(list, bundledZones());
  bindScopes(
    program,
    scopeKeys.map(() => scope),
  );
  return [{ source, program }];
};
export const plan = (over: object = {}) => [
  { source: 1, planZones: [1], current: true, status: 'allow', ...over } as const,
];

/** What opens the front door, or what keeps it shut, for somebody who is as `person` says, at noon unless told otherwise. */
export const answer = (
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
export const ALWAYS: PersonFacts['grants'] = [{ target: { kind: 'facility' } }];
