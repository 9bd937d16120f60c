import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import type { PlanHours } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson, type Person } from '@gatehouse/shared/access/person.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Plan } from '../plans/plans.module.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import {
  createPersonFacts,
  type FacilityRows,
  facilityFacts,
  type MemberRows,
  NOTHING_BY_STAFF,
  type PlanZone,
} from './facts.ts';
import { planZonesOf, policyOf } from './rules.ts';

/** One person at one facility, ready to decide about. */
export interface Evaluated {
  readonly facility: Facility;
  /** With everything that is known: staff's words, and every partner's data. */
  readonly person: Person;
  /** As if the asking partner's own data were all there is. */
  readonly own: Person;
  readonly member: MemberRows['member'];
  readonly rows: FacilityRows;
}

type Deps = Pick<AccessDeps, 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;

/** Brings together what is stored of a member and a facility. Undefined for a member whom the partner has not sent. */
export const evaluate = async (tx: Tx, deps: Deps, ref: MemberRef): Promise<Evaluated | undefined> => {
  const { facilityId } = ref;
  const own = await memberRows(tx, deps, ref);
  if (own === undefined) return undefined;
  const person = await accessRepo(tx).personOf(ref);
  const all: MemberRows[] = person === undefined ? [own] : [];
  for (const linked of person === undefined ? [] : await accessRepo(tx).membersOf(person.id)) {
    const same = linked.partnerId === ref.partnerId && linked.memberId === ref.memberId;
    const rows = same ? own : await memberRows(tx, deps, linked);
    if (rows !== undefined) all.push(rows);
  }
  const rows = await facilityRows(tx, deps, facilityId, all);
  const facility = compileFacility(facilityFacts(rows), deps.zones);
  const factsOf = createPersonFacts({ rows, zone: deps.zones.find(rows.timezone) });
  const staff = person === undefined ? NOTHING_BY_STAFF : { person, grants: await accessRepo(tx).grantsOf(person.id) };
  return {
    facility,
    person: compilePerson(factsOf(staff, all), facility),
    own: compilePerson(factsOf(NOTHING_BY_STAFF, [own]), facility),
    member: own.member,
    rows,
  };
};

/** The same of a person whom staff know, whoever of their sources asks. Undefined for nobody. */
export const evaluatePerson = async (
  tx: Tx,
  deps: Deps,
  facilityId: FacilityId,
  personId: string,
): Promise<Pick<Evaluated, 'facility' | 'person' | 'rows'> | undefined> => {
  const person = await accessRepo(tx).findPerson(facilityId, personId);
  if (person === undefined) return undefined;
  const all: MemberRows[] = [];
  for (const linked of await accessRepo(tx).membersOf(person.id)) {
    const rows = await memberRows(tx, deps, linked);
    if (rows !== undefined) all.push(rows);
  }
  const rows = await facilityRows(tx, deps, facilityId, all);
  const facility = compileFacility(facilityFacts(rows), deps.zones);
  const factsOf = createPersonFacts({ rows, zone: deps.zones.find(rows.timezone) });
  const staff = { person, grants: await accessRepo(tx).grantsOf(person.id) };
  return { facility, rows, person: compilePerson(factsOf(staff, all), facility) };
};

/** A facility with nobody to decide about. */
export const evaluateNobody = async (tx: Tx, deps: Deps, facilityId: FacilityId) => {
  const rows = await facilityRows(tx, deps, facilityId, []);
  return { facility: compileFacility(facilityFacts(rows), deps.zones), rows, person: undefined };
};

const memberRows = async (
  tx: Tx,
  { members, scopes }: Deps,
  { partnerId, facilityId, memberId }: MemberRef,
): Promise<MemberRows | undefined> => {
  const member = await members.find(tx, partnerId, facilityId, memberId);
  return member && { partnerId, member, statusOf: await scopes.statusMapOf(tx, partnerId) };
};

/** What is stored of a facility, with the keys and the plans that these members have, or with all there are. */
export const facilityRows = async (
  tx: Tx,
  { organisations, plans, scopes }: Deps,
  facilityId: FacilityId,
  members: readonly MemberRows[] | 'all',
): Promise<FacilityRows> => {
  const pointers = await scopes.pointersOf(
    tx,
    facilityId,
    members === 'all' ? 'all' : namedBy(members, ({ windows }) => windows?.scopeKeys ?? []),
  );
  const known: (readonly [PartnerId, readonly Plan[]])[] = [];
  if (members === 'all')
    for (const { partnerId } of pointers.sources)
      known.push([partnerId, await plans.listPlans(tx, partnerId, facilityId)]);
  else
    for (const [partnerId, planIds] of namedBy(members, planIdsOf))
      if (planIds.size > 0) known.push([partnerId, await plans.findPlans(tx, { partnerId, facilityId }, [...planIds])]);
  return {
    timezone: (await organisations.findFacility(tx, facilityId))?.timezone ?? 'UTC',
    pointers,
    policy: await policyOf(tx, facilityId),
    zoneTargets: await planZonesOf(tx, facilityId),
    planZones: numbered(known, await plans.zoneNumbers(tx, facilityId)),
  };
};

const numbered = (
  known: readonly (readonly [PartnerId, readonly Plan[]])[],
  numberOf: Awaited<ReturnType<Deps['plans']['zoneNumbers']>>,
): PlanZone[] =>
  known.flatMap(([partnerId, plans]) =>
    plans.flatMap(({ planId, zones }) =>
      zones.map(({ name, access_hours: hours }) => {
        const number = numberOf(partnerId, planId, name);
        if (number === undefined) throw new Bug('a zone of a plan has no number');
        return { number, partnerId, planId, name, ...(hours && { hours: hours as PlanHours }) };
      }),
    ),
  );

const planIdsOf = ({ record }: MemberRows['member']): readonly string[] =>
  (record.membership_plans ?? []).map(({ membership_plan_id }) => membership_plan_id);

/** What members name, once for each partner. */
const namedBy = (
  members: readonly MemberRows[],
  namesOf: (member: MemberRows['member']) => readonly string[],
): ReadonlyMap<PartnerId, ReadonlySet<string>> => {
  const named = new Map<PartnerId, Set<string>>();
  for (const { partnerId, member } of members) {
    const own = named.get(partnerId) ?? new Set();
    named.set(partnerId, own);
    for (const name of namesOf(member)) own.add(name);
  }
  return named;
};
