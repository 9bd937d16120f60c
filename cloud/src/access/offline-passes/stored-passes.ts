import type { PersonalDataStore } from '../../platform/retention/personal-data.ports.ts';
import { offlinePassesRepo } from './offline-passes.repo.ts';

/** Outage passes of members, to be exported and erased. */
export const storedPasses: PersonalDataStore = {
  name: 'outage_pass',
  read: (tx, ref, limit) => offlinePassesRepo(tx).ofMember(ref, limit),
  erase: (tx, ref, what) => offlinePassesRepo(tx).forgetMember(ref, what),
};
