import type { MemberStore } from '../../platform/retention/personal-data.ports.ts';
import { passesRepo } from './passes.repo.ts';

/** Outage passes of members, to be exported and erased. */
export const storedPasses: MemberStore = {
  name: 'outage_pass',
  read: (tx, ref, limit) => passesRepo(tx).ofMember(ref, limit),
  erase: (tx, ref, what) => passesRepo(tx).forgetMember(ref, what),
};
