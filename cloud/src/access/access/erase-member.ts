import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type ChangeKey, memberChangeKey } from '../scopes/scopes.module.ts';
import { accessRepo, type MemberRef } from './access.repo.ts';
import type { AccessDeps } from './access.service.ts';

/** What takes away and reads what other modules have of a person; they come after this one. */
export interface PersonStore {
  read(tx: Tx, facilityId: FacilityId, personId: string): Promise<readonly object[]>;
  erase(tx: Tx, facilityId: FacilityId, personId: string): Promise<number>;
}

/** What became of the person that a member was. */
export interface ForgottenPerson {
  readonly erased: Readonly<Record<string, number>>;
  /** Whom boxes are to forget. */
  readonly gone: readonly ChangeKey[];
  /** Who stays, and is to be made anew for boxes. */
  readonly stays: readonly ChangeKey[];
  /** Staff have banned them: the link from the member's id to the ban is kept. */
  readonly staysBanned: boolean;
}

/** Whether a person is somebody else's member too. The links of a banned person stay, also those of members who are gone. */
const isSomebodyElse = async (
  tx: Tx,
  members: AccessDeps['members'],
  { personId, ref, isBanned }: { readonly personId: string; readonly ref: MemberRef; readonly isBanned: boolean },
): Promise<boolean> => {
  for (const { partnerId, facilityId, memberId } of await accessRepo(tx).membersOf(personId)) {
    if (partnerId === ref.partnerId && memberId === ref.memberId) continue;
    if (!isBanned || (await members.find(tx, partnerId, facilityId, memberId)) !== undefined) return true;
  }
  return false;
};

/** What staff have said of one member, to be exported and erased. */
export const createPersonErasure = ({
  barred,
  members,
  personStore,
}: Pick<AccessDeps, 'barred' | 'members' | 'personStore'>) => ({
  /** The person that staff linked the member to, with their cards and grants; nothing where there is none. */
  exportPerson: async (tx: Tx, ref: MemberRef): Promise<Readonly<Record<string, readonly object[]>>> => {
    const person = await accessRepo(tx).personOf(ref);
    if (person === undefined) return {};
    return {
      person: [person],
      grant: await accessRepo(tx).grantsOf(person.id),
      credential: await personStore.read(tx, ref.facilityId, person.id),
    };
  },

  /**
   * Ends the member's passes, and takes away the person whom only this member was, with cards, PIN and grants. A person who
   * is somebody else's member too stays theirs. One whom staff have banned stays banned under each of their ids, or they
   * would come back by the one that was erased. Under the facility's row lock.
   */
  erasePerson: async (tx: Tx, ref: MemberRef): Promise<ForgottenPerson> => {
    const repo = accessRepo(tx);
    const member = memberChangeKey(ref);
    await barred(tx, ref.facilityId, [ref]);
    const person = await repo.personOf(ref);
    if (person === undefined) return { erased: {}, gone: [member], stays: [], staysBanned: false };
    const key = `person:${person.id}` as const;
    const stays = { gone: [member], stays: [key], staysBanned: false };
    const isBanned = person.banned === 1;
    if (await isSomebodyElse(tx, members, { personId: person.id, ref, isBanned })) {
      if (!isBanned) await repo.unlink(ref);
      return { ...stays, staysBanned: isBanned, erased: { person: 0 } };
    }
    const credential = await personStore.erase(tx, ref.facilityId, person.id);
    const grant = await repo.removeGrantsOf(person.id);
    if (isBanned) return { ...stays, staysBanned: true, erased: { credential, grant, person: 0 } };
    await repo.unlink(ref);
    await repo.removePerson(ref.facilityId, person.id);
    return { erased: { credential, grant, person: 1 }, gone: [member, key], stays: [], staysBanned: false };
  },

  /** Up to `limit` members of a partner whom staff have linked to a person, in the order of their ids, after `after`. */
  linkedAfter: (
    tx: Tx,
    { partnerId, facilityId }: Omit<MemberRef, 'memberId'>,
    after: string,
    limit: number,
  ): Promise<string[]> => accessRepo(tx).linkedAfter(partnerId, facilityId, after, limit),
});
