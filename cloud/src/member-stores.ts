import { type MemberStore, NOBODY } from './modules/members/members.module.ts';
import type { Services } from './services.ts';

type Stores = Pick<Services, 'checkIns' | 'entries' | 'events' | 'passes' | 'unlocks' | 'webhooks'>;

/**
 * Every store that holds something of members under the partner's own id, beside what partners have sent (`members`), one line
 * each. Attempts come before the feeds that tell of them: one that ends meanwhile tells of nobody.
 */
export const memberStoresOf = ({
  checkIns,
  entries,
  events,
  passes,
  unlocks,
  webhooks,
}: Stores): readonly MemberStore[] => [
  unlocks.memberStore,
  checkIns.memberStore,
  passes.memberStore,
  {
    name: 'local_entry',
    read: async () => [],
    erase: async (tx, ref) => {
      await entries.forgetMember(tx, ref);
      return 0;
    },
  },
  {
    name: 'partner_event',
    read: (tx, ref, limit) => events.ofMember(tx, ref, limit),
    erase: (tx, ref, what) => events.forgetMember(tx, ref, { ...what, nobody: NOBODY }),
  },
  {
    name: 'operator_event',
    read: (tx, ref, limit) => webhooks.eventsOfMember(tx, ref, limit),
    erase: (tx, ref, what) => webhooks.forgetMember(tx, ref, { ...what, nobody: NOBODY }),
  },
];
