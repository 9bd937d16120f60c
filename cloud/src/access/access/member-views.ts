import { windowsOf } from '@gatehouse/shared/access/snapshot.ts';
import type { AccessWindow } from '@gatehouse/shared/access/window.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FoundMember, FoundPosition } from '../members/member-search.ts';
import type { StoredMember } from '../members/members.service.ts';
import { noSuchMember } from './access.faults.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';
import type { createPeopleViews, ListedGrant, ListedPerson } from './people-views.ts';

/** A member in a list, with the person who they are, if staff have had anything to say of them. */
export interface ListedMember extends FoundMember {
  readonly person: ListedPerson | undefined;
}

/** Everything that staff see of a member. */
export interface WholeMember {
  readonly member: StoredMember;
  readonly windows: readonly AccessWindow[];
  readonly person: ListedPerson | undefined;
  readonly grants: readonly ListedGrant[];
}

/** Members with what staff have said of them. */
export const createMemberViews = (
  { members, scopes }: Pick<AccessDeps, 'members' | 'scopes'>,
  { viewsOf, grantsOf }: Pick<ReturnType<typeof createPeopleViews>, 'viewsOf' | 'grantsOf'>,
) => {
  const withPeople = async (tx: Tx, facilityId: FacilityId, found: readonly FoundMember[]): Promise<ListedMember[]> => {
    const linked = new Map<string, string>();
    for (const [partnerId, own] of Map.groupBy(found, (member) => member.partnerId)) {
      const ids = own.map(({ memberId }) => memberId);
      for (const { member_id, person_id } of await accessRepo(tx).linksOf(partnerId, facilityId, ids))
        linked.set(`${partnerId}/${member_id}`, person_id);
    }
    const ids = [...new Set(linked.values())];
    const rows = ids.length === 0 ? [] : await accessRepo(tx).peopleAmong(facilityId, ids);
    const people = new Map((await viewsOf(tx, facilityId, rows)).map((person) => [person.id, person]));
    return found.map((member) => ({
      ...member,
      person: people.get(linked.get(`${member.partnerId}/${member.memberId}`) ?? ''),
    }));
  };

  return {
    /** Up to `limit` members of a facility, after that position: of all partners or one, all or those whom the words find. */
    listMembers: async (
      tx: Tx,
      facilityId: FacilityId,
      asked: {
        readonly partnerId: PartnerId | undefined;
        readonly text: string;
        readonly after: FoundPosition | undefined;
        readonly limit: number;
      },
    ): Promise<ListedMember[]> => {
      const { sources } = await scopes.pointersOf(tx, facilityId, new Map());
      const partners = sources
        .map(({ partnerId }) => partnerId)
        .filter((id) => asked.partnerId === undefined || id === asked.partnerId);
      const found = await members.searchMembers(tx, facilityId, { ...asked, partners });
      return withPeople(tx, facilityId, found);
    },

    /** Up to `limit` members who have a window with a scope key, after that one. */
    listMembersWithKey: async (
      tx: Tx,
      of: { readonly facilityId: FacilityId; readonly partnerId: PartnerId; readonly key: string },
      part: { readonly after: string; readonly limit: number },
    ): Promise<ListedMember[]> => withPeople(tx, of.facilityId, await members.membersWithKey(tx, of, part)),

    /** Throws 404 for a member whom no partner has sent for the facility. */
    viewMember: async (tx: Tx, ref: MemberRef): Promise<WholeMember> => {
      const member = await members.find(tx, ref.partnerId, ref.facilityId, ref.memberId);
      if (member === undefined) throw noSuchMember(ref.memberId);
      const row = await accessRepo(tx).personOf(ref);
      const [person] = row === undefined ? [] : await viewsOf(tx, ref.facilityId, [row]);
      return {
        member,
        windows: member.windows === undefined ? [] : windowsOf(member.windows.canonical),
        person,
        grants: person === undefined ? [] : await grantsOf(tx, person.id),
      };
    },
  };
};
