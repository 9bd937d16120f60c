import type { MemberStore } from './modules/members/members.module.ts';
import type { Services } from './services.ts';

/** Every store that holds something of members under the partner's own id, one line each. */
export const memberStoresOf = ({
  checkIns,
  members,
  unlocks,
}: Pick<Services, 'checkIns' | 'members' | 'unlocks'>): readonly MemberStore[] => [
  members.memberStore,
  checkIns.memberStore,
  unlocks.memberStore,
];
