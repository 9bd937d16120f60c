import type { MemberStore } from '../members/member-store.ts';
import { unlockedMembersRepo } from './unlocked-members.repo.ts';

/** Stands for whoever it was. */
const NOBODY = 'erased';

/** Unlocks that partners asked for, to be exported and erased. */
export const storedUnlocks: MemberStore = {
  name: 'unlock_attempt',
  read: (tx, ref, limit) => unlockedMembersRepo(tx).attemptsOf(ref, limit),
  erase: (tx, ref) => unlockedMembersRepo(tx).forgetMember(ref, NOBODY),
};
