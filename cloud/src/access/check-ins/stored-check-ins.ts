import type { PersonalDataStore } from '../../platform/retention/personal-data.ports.ts';
import { checkInsRepo } from './check-ins.repo.ts';

/** Check-ins of members, to be exported and erased. */
export const storedCheckIns: PersonalDataStore = {
  name: 'check_in',
  read: (tx, ref, limit) => checkInsRepo(tx).ofMember(ref, limit),
  erase: (tx, ref, what) => checkInsRepo(tx).removeOfMember(ref, what),
  idsAfter: (tx, source, after, limit) => checkInsRepo(tx).membersAfter(source, after, limit),
};
