import type { CheckInsService } from './modules/check-ins/check-ins.service.ts';
import type { EntriesService } from './modules/entries/entries.module.ts';
import type { EventsService } from './modules/events/events.module.ts';
import { type MemberStore, NOBODY } from './modules/members/members.module.ts';
import type { PartnersService } from './modules/partners/partners.module.ts';
import type { PassesService } from './modules/passes/passes.module.ts';
import type { UnlocksService } from './modules/unlocks/unlocks.module.ts';
import type { WebhooksService } from './modules/webhooks/webhooks.module.ts';

/** The services that keep something of members. */
export interface MemberKeeping {
  readonly checkIns: Pick<CheckInsService, 'memberStore'>;
  readonly entries: Pick<EntriesService, 'forgetMember'>;
  readonly events: Pick<EventsService, 'ofMember' | 'forgetMember' | 'membersAfter'>;
  readonly partners: Pick<PartnersService, 'remarkStore'>;
  readonly passes: Pick<PassesService, 'memberStore'>;
  readonly unlocks: Pick<UnlocksService, 'memberStore' | 'metadataStore'>;
  readonly webhooks: Pick<WebhooksService, 'eventsOfMember' | 'forgetMember' | 'membersAfter'>;
}

/**
 * Every store that holds something of members under the partner's own id, beside what partners have sent (`members`), one line
 * each. Attempts come before the feeds that tell of them: one that ends meanwhile tells of nobody.
 */
export const memberStoresOf = ({
  checkIns,
  entries,
  events,
  partners,
  passes,
  unlocks,
  webhooks,
}: MemberKeeping): readonly MemberStore[] => [
  unlocks.memberStore,
  unlocks.metadataStore,
  checkIns.memberStore,
  passes.memberStore,
  partners.remarkStore,
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
    idsAfter: (...of) => events.membersAfter(...of),
  },
  {
    name: 'operator_event',
    read: (tx, ref, limit) => webhooks.eventsOfMember(tx, ref, limit),
    erase: (tx, ref, what) => webhooks.forgetMember(tx, ref, { ...what, nobody: NOBODY }),
    idsAfter: (tx, { facilityId }, after, limit) => webhooks.membersAfter(tx, facilityId, after, limit),
  },
];
