import { NOBODY, type PersonalDataStore } from '../../platform/retention/personal-data.ports.ts';
import { unlockMetadataRepo } from './unlock-metadata.repo.ts';
import { unlockedMembersRepo } from './unlocked-members.repo.ts';

/** Unlocks that partners asked for, to be exported and erased. */
export const storedUnlocks: PersonalDataStore = {
  name: 'unlock_attempt',
  read: (tx, ref, limit) => unlockedMembersRepo(tx).attemptsOf(ref, limit),
  erase: (tx, ref, what) => unlockedMembersRepo(tx).forgetMember(ref, what, NOBODY),
  idsAfter: (tx, source, after, limit) => unlockedMembersRepo(tx).membersAfter(source, after, limit),
};

/** What came with them and is long. Every one of them is of an attempt, which knows the member. */
export const storedMetadata: PersonalDataStore = {
  name: 'unlock_metadata',
  read: (tx, ref, limit) => unlockMetadataRepo(tx).partsOf(ref, limit),
  erase: (tx, ref, what) => unlockMetadataRepo(tx).forgetMember(ref, what),
};
