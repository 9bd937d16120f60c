import { compileFacility, type Facility } from '@gatehouse/shared/access/facility.ts';
import type { FacilityFacts } from '@gatehouse/shared/access/facility-facts.ts';
import { compilePerson } from '@gatehouse/shared/access/person.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type ChangeKey, memberChangeKey, memberOf } from '../scopes/scopes.module.ts';
import type { StatusMap } from '../scopes/scopes.service.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import { facilityRows } from './evaluate.ts';
import { createPersonFacts, facilityFacts, type MemberRows, NOTHING_BY_STAFF, type StaffRows } from './facts.ts';

/** A facility as it is now, ready to compile its people. */
export interface Ground {
  readonly facilityId: FacilityId;
  readonly facts: FacilityFacts;
  /** The longest time that the power may have been away, in seconds. */
  readonly longestOutageS: number;
  /** Partner sources, with their partners' names. */
  readonly sources: readonly { readonly number: number; readonly partnerId: PartnerId; readonly name: string }[];
  readonly facility: Facility;
  readonly factsOf: ReturnType<typeof createPersonFacts>;
  readonly statusOf: ReadonlyMap<PartnerId, StatusMap>;
}

/** Somebody as a box is to know them. */
export interface KnownPerson {
  /** What `compilePerson` made. */
  readonly record: Uint8Array;
  /** Every member who is this person, also one whom the partner has not sent. */
  readonly members: readonly MemberRef[];
  /** What a partner calls them; undefined where none has sent them. */
  readonly name: string | undefined;
  /** Whether doors stay released for longer when they enter. */
  readonly extended: boolean;
}

type Deps = Pick<AccessDeps, 'members' | 'organisations' | 'plans' | 'scopes' | 'zones'>;

const HOUR_S = 3_600;

/** Compiles facilities and their people, as they are stored now. */
export const createRecords = (deps: Deps) => ({
  groundOf: async (tx: Tx, facilityId: FacilityId): Promise<Ground> => {
    const rows = await facilityRows(tx, deps, facilityId, 'all');
    const facts = facilityFacts(rows);
    const statusOf = new Map<PartnerId, StatusMap>();
    for (const { partnerId } of rows.pointers.sources)
      statusOf.set(partnerId, await deps.scopes.statusMapOf(tx, partnerId));
    return {
      facilityId,
      facts,
      longestOutageS: rows.policy.longestOutageHours * HOUR_S,
      sources: rows.pointers.sources.map(({ number, partnerId, partnerName }) => ({
        number,
        partnerId,
        name: partnerName,
      })),
      facility: compileFacility(facts, deps.zones),
      factsOf: createPersonFacts({ rows, zone: deps.zones.find(rows.timezone) }),
      statusOf,
    };
  },

  /**
   * Who these members and people are now. Undefined for nobody: a member who is linked is a person instead, whom the answer
   * then has as well, and a person whom no member is linked to and who has no grant is nobody any more.
   */
  peopleOf: async (
    tx: Tx,
    ground: Ground,
    keys: readonly ChangeKey[],
  ): Promise<ReadonlyMap<ChangeKey, KnownPerson | undefined>> => {
    const { facilityId } = ground;
    const asked = keys.flatMap((key) => memberOf(key) ?? []).map((member) => ({ ...member, facilityId }));
    const linkedTo = await linksOf(tx, facilityId, asked);
    const personIds = new Set([
      ...keys.flatMap((key) => (key.startsWith('person:') ? key.slice('person:'.length) : [])),
      ...linkedTo.values(),
    ]);
    const people = await staffRows(tx, facilityId, [...personIds]);
    const alone = asked.filter((member) => !linkedTo.has(memberChangeKey(member)));
    const members = await memberRows(tx, deps, ground, [...alone, ...people.values().flatMap(({ links }) => links)]);
    const compile = (staff: StaffRows, links: readonly MemberRef[]): KnownPerson => {
      const rows = links.flatMap((link) => members.get(memberChangeKey(link)) ?? []);
      return {
        record: compilePerson(ground.factsOf(staff, rows), ground.facility).bytes,
        members: links,
        name: rows.map(nameOf).find((name) => name !== undefined),
        extended: staff.person?.extended === 1,
      };
    };
    const known = new Map<ChangeKey, KnownPerson | undefined>();
    for (const member of asked) known.set(memberChangeKey(member), undefined);
    for (const member of alone)
      if (members.has(memberChangeKey(member))) known.set(memberChangeKey(member), compile(NOTHING_BY_STAFF, [member]));
    for (const id of personIds) {
      const person = people.get(id);
      const nobody = person === undefined || (person.links.length === 0 && person.staff.grants.length === 0);
      known.set(`person:${id}`, nobody ? undefined : compile(person.staff, person.links));
    }
    return known;
  },

  /** Up to `limit` keys of a facility in a fixed order, after the one that is named: every member, and every person. */
  changeKeysAfter: async (tx: Tx, facilityId: FacilityId, after: string, limit: number): Promise<ChangeKey[]> => {
    const found: ChangeKey[] = [];
    const at = memberOf(after as ChangeKey);
    if (!after.startsWith('person:')) {
      const { sources } = await deps.scopes.pointersOf(tx, facilityId, new Map());
      for (const partnerId of sources.map((source) => source.partnerId).sort()) {
        if (found.length >= limit || (at !== undefined && partnerId < at.partnerId)) continue;
        const from = at?.partnerId === partnerId ? at.memberId : '';
        const ids = await deps.members.idsAfter(tx, { partnerId, facilityId }, from, limit - found.length);
        found.push(...ids.map((memberId) => memberChangeKey({ partnerId, memberId })));
      }
    }
    if (found.length < limit) {
      const from = after.startsWith('person:') ? after.slice('person:'.length) : '';
      const ids = await accessRepo(tx).peopleAfter(facilityId, from, limit - found.length);
      found.push(...ids.map((id): ChangeKey => `person:${id}`));
    }
    return found;
  },
});

/** Which person each member is, by the member's key. */
const linksOf = async (
  tx: Tx,
  facilityId: FacilityId,
  members: readonly MemberRef[],
): Promise<ReadonlyMap<ChangeKey, string>> => {
  const links = new Map<ChangeKey, string>();
  for (const [partnerId, own] of Map.groupBy(members, (member) => member.partnerId)) {
    const ids = own.map(({ memberId }) => memberId);
    for (const { member_id, person_id } of await accessRepo(tx).linksOf(partnerId, facilityId, ids))
      links.set(memberChangeKey({ partnerId, memberId: member_id }), person_id);
  }
  return links;
};

/** What staff know of people, with the members who they are. */
const staffRows = async (tx: Tx, facilityId: FacilityId, ids: readonly string[]) => {
  const people = new Map<string, { readonly staff: StaffRows; readonly links: readonly MemberRef[] }>();
  if (ids.length === 0) return people;
  const repo = accessRepo(tx);
  const rows = await repo.peopleAmong(facilityId, ids);
  const grants = Map.groupBy(await repo.grantsAmong(ids), ({ person_id }) => person_id);
  const links = Map.groupBy(await repo.linksAmong(ids), ({ person_id }) => person_id);
  for (const person of rows)
    people.set(person.id, {
      staff: { person, grants: grants.get(person.id) ?? [] },
      links: (links.get(person.id) ?? []).map(({ partner_id, member_id }) => ({
        partnerId: partner_id,
        facilityId,
        memberId: member_id,
      })),
    });
  return people;
};

/** What partners have sent of these members. */
const memberRows = async (
  tx: Tx,
  { members }: Deps,
  { facilityId, statusOf }: Ground,
  refs: readonly MemberRef[],
): Promise<ReadonlyMap<ChangeKey, MemberRows>> => {
  const found = new Map<ChangeKey, MemberRows>();
  for (const [partnerId, own] of Map.groupBy(refs, (ref) => ref.partnerId)) {
    const ids = own.map(({ memberId }) => memberId);
    for (const [memberId, member] of await members.findMany(tx, partnerId, facilityId, ids))
      found.set(memberChangeKey({ partnerId, memberId }), {
        partnerId,
        member,
        statusOf: statusOf.get(partnerId) ?? (() => undefined),
      });
  }
  return found;
};

const nameOf = ({ member: { record } }: MemberRows): string | undefined => {
  const name = [record.first_name, record.last_name]
    .filter((part) => part)
    .join(' ')
    .trim();
  return name === '' ? undefined : name;
};
