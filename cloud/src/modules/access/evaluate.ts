import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import type { PlanHours } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson, type Person } from '@gatehouse/shared/access/person.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import {
  type FacilityRows,
  facilityFacts,
  type MemberRows,
  NOTHING_BY_STAFF,
  type PlanZone,
  personFacts,
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
  const others: MemberRows[] = [];
  for (const linked of person === undefined ? [] : await accessRepo(tx).membersOf(person.id)) {
    if (linked.partnerId === ref.partnerId && linked.memberId === ref.memberId) continue;
    const rows = await memberRows(tx, deps, linked);
    if (rows !== undefined) others.push(rows);
  }
  const all = [own, ...others];
  const rows = await facilityRows(tx, deps, facilityId, all);
  const facility = compileFacility(facilityFacts(rows), deps.zones);
  const around = { rows, zone: deps.zones.find(rows.timezone) };
  const staff = person === undefined ? NOTHING_BY_STAFF : { person, grants: await accessRepo(tx).grantsOf(person.id) };
  return {
    facility,
    person: compilePerson(personFacts(staff, all, around), facility),
    own: compilePerson(personFacts(NOTHING_BY_STAFF, [own], around), facility),
    member: own.member,
    rows,
  };
};

const memberRows = async (
  tx: Tx,
  { members, scopes }: Deps,
  { partnerId, facilityId, memberId }: MemberRef,
): Promise<MemberRows | undefined> => {
  const member = await members.find(tx, partnerId, facilityId, memberId);
  return member && { partnerId, member, statusOf: await scopes.statusMapOf(tx, partnerId) };
};

/** What is stored of a facility, with the zones of the plans that these members have. */
export const facilityRows = async (
  tx: Tx,
  { organisations, plans, scopes }: Deps,
  facilityId: FacilityId,
  members: readonly MemberRows[],
): Promise<FacilityRows> => {
  const planZones: PlanZone[] = [];
  for (const [partnerId, planIds] of namedBy(members, planIdsOf))
    for (const { planId, zones } of planIds.size === 0
      ? []
      : await plans.findPlans(tx, { partnerId, facilityId }, [...planIds]))
      for (const { name, access_hours: hours } of zones)
        planZones.push({ partnerId, planId, name, ...(hours && { hours: hours as PlanHours }) });
  return {
    timezone: (await organisations.findFacility(tx, facilityId))?.timezone ?? 'UTC',
    pointers: await scopes.pointersOf(
      tx,
      facilityId,
      namedBy(members, ({ windows }) => windows?.scopeKeys ?? []),
    ),
    policy: await policyOf(tx, facilityId),
    zoneTargets: await planZonesOf(tx, facilityId),
    planZones,
  };
};

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
