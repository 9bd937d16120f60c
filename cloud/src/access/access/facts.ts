import { bindScopes } from '@gatehouse/shared/access/bind-scopes.ts';
import type { FacilityFacts, Mapping, PlanHours } from '@gatehouse/shared/access/facility-facts.ts';
import { UNBOUND } from '@gatehouse/shared/access/layout.ts';
import type { Grant, Membership, PersonFacts } from '@gatehouse/shared/access/person-facts.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { Selectable } from 'kysely';
import { planEnd, planStart } from '../members/members.module.ts';
import type { StoredMember } from '../members/members.service.ts';
import { type AccessTarget, closedBy, doorsOf, parseTarget } from '../scopes/scopes.module.ts';
import type { Pointers, StatusMap } from '../scopes/scopes.service.ts';
import type { AccessGrantTable, FacilityPersonTable } from './access.tables.ts';
import { type FacilityPolicy, toAccessPolicy } from './access-policy.ts';

/** An access zone of one plan of a partner: the same name may have other hours in another plan. */
export interface PlanZone {
  /** What records call it. */
  readonly number: number;
  readonly partnerId: PartnerId;
  readonly planId: string;
  readonly name: string;
  /** Absent: no limit. */
  readonly hours?: PlanHours;
}

/** Everything about a facility that decisions rest on, as it is stored. */
export interface FacilityRows {
  readonly timezone: string;
  readonly pointers: Pointers;
  readonly policy: FacilityPolicy;
  /** What staff take the zones of partners' plans for. */
  readonly zoneTargets: readonly {
    readonly partnerId: PartnerId;
    readonly name: string;
    readonly target: AccessTarget;
  }[];
  /** The zones of the plans in question. */
  readonly planZones: readonly PlanZone[];
}

/** What one partner holds of a person. */
export interface MemberRows {
  readonly partnerId: PartnerId;
  readonly member: StoredMember;
  readonly statusOf: StatusMap;
}

export const facilityFacts = ({ timezone, pointers, policy, zoneTargets, planZones }: FacilityRows): FacilityFacts => {
  const scopes = new Map(pointers.scopes.map(({ id, doors }) => [id, doors]));
  const ground = { doors: pointers.doors, scopes };
  const targets = new Map(zoneTargets.map(({ partnerId, name, target }) => [`${partnerId} ${name}`, target]));
  return {
    timezone,
    doors: pointers.doors,
    scopes: pointers.keys.map((key) => {
      const closed = closedBy(key, scopes);
      if (closed !== undefined || key.target === undefined)
        return { number: key.number, doors: closed === 'disabled' ? 'disabled' : 'unmapped' };
      return { number: key.number, doors: doorsOf(key.target, ground) };
    }),
    doorSets: pointers.scopes.map(({ number, doors }) => ({ number, doors })),
    planZones: planZones.map(({ number, partnerId, name, hours }) => {
      const target = targets.get(`${partnerId} ${name}`);
      const doors: Mapping = target === undefined ? 'unmapped' : doorsOf(target, ground);
      return { number, doors, ...(hours && { hours }) };
    }),
    sources: pointers.sources.map(({ number, suspended }) => ({ number, suspended })),
    policy: toAccessPolicy(policy),
  };
};

/** Nothing known of the person by staff: no flag, no grant. */
export interface StaffRows {
  readonly person: Pick<Selectable<FacilityPersonTable>, 'banned' | 'disabled' | 'blocked' | 'extended'> | undefined;
  readonly grants: readonly Selectable<AccessGrantTable>[];
}
export const NOTHING_BY_STAFF: StaffRows = { person: undefined, grants: [] };

/**
 * Makes facts of what is known of people at a facility, from staff and from the partners that are given. The members of one
 * person are given in the order of their partners' ids and their own, so that the same facts are the same record.
 */
export const createPersonFacts = ({ rows, zone }: { readonly rows: FacilityRows; readonly zone: Zone | undefined }) => {
  const { pointers, planZones } = rows;
  const sources = new Map(pointers.sources.map(({ partnerId, number }) => [partnerId, number]));
  const keys = new Map(pointers.keys.map(({ partnerId, key, number }) => [`${partnerId} ${key}`, number]));
  const sets = new Map(pointers.scopes.map(({ id, number }) => [id, number]));
  const zonesOf = Map.groupBy(planZones, ({ partnerId, planId }) => `${partnerId} ${planId}`);

  const membershipsOf = ({ partnerId, member, statusOf }: MemberRows): Membership[] => {
    const source = sources.get(partnerId);
    if (source === undefined) return [];
    return (member.record.membership_plans ?? []).map((plan) => {
      const fromS = zone && plan.start_date && planStart(plan.start_date, zone);
      const untilS = zone && plan.end_date && planEnd(plan.end_date, zone);
      const own = zonesOf.get(`${partnerId} ${plan.membership_plan_id}`) ?? [];
      return {
        source,
        planZones: own.map(({ number }) => number),
        ...(typeof fromS === 'number' && { fromS }),
        ...(typeof untilS === 'number' && { untilS }),
        current: plan.is_current,
        status: stricter(effectOf(member.record.membership_status, statusOf), effectOf(plan.status, statusOf)),
      };
    });
  };
  const windowsOf = ({ partnerId, member: { windows } }: MemberRows): PersonFacts['windows'] => {
    const source = sources.get(partnerId);
    if (source === undefined || windows === undefined) return [];
    const program = new Uint8Array(windows.program); // A copy: the numbers are written into it.
    bindScopes(
      program,
      windows.scopeKeys.map((key) => keys.get(`${partnerId} ${key}`) ?? UNBOUND),
    );
    return [{ source, program }];
  };

  return (staff: StaffRows, members: readonly MemberRows[]): PersonFacts => ({
    banned: staff.person?.banned === 1,
    disabled: staff.person?.disabled === 1,
    blocked: staff.person?.blocked === 1,
    grants: staff.grants.flatMap((grant) => grantsOf(grant, sets)),
    memberships: members.flatMap(membershipsOf),
    windows: members.flatMap(windowsOf),
  });
};

type Status = Membership['status'];
const effectOf = (status: string | undefined, statusOf: StatusMap): Status =>
  (status === undefined ? undefined : statusOf(status)) ?? 'ignore';
const stricter = (a: Status, b: Status): Status => {
  if (a === 'deny' || b === 'deny') return 'deny';
  return a === 'allow' || b === 'allow' ? 'allow' : 'ignore';
};

const grantsOf = (row: Selectable<AccessGrantTable>, sets: ReadonlyMap<string, number>): Grant[] => {
  const rest = {
    ...(row.from_s !== null && { fromS: row.from_s }),
    ...(row.until_s !== null && { untilS: row.until_s }),
    breakGlass: row.break_glass === 1,
  };
  const target = parseTarget(row.target);
  switch (target?.to) {
    case 'facility':
      return [{ target: { kind: 'facility' }, ...rest }];
    case 'doors':
      return [{ target: { kind: 'doors', doors: target.doorIds }, ...rest }];
    case 'scopes':
      return target.scopes.flatMap((id) => {
        const number = sets.get(id);
        return number === undefined ? [] : [{ target: { kind: 'door_set', number } as const, ...rest }];
      });
    default:
      return [];
  }
};
