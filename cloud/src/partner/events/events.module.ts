import { inBlocks } from '@gatehouse/shared/ids/random.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { NOBODY } from '../../platform/retention/personal-data.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { partnersModule } from '../partners/partners.module.ts';
import { listEvents } from './events.endpoints.ts';
import { createEventsService } from './events.service.ts';

export { cursorOf, placeOf } from './cursor.ts';
export type { EventsService } from './events.service.ts';

export const eventsModule = defineModule('events', {
  needs: [partnersModule],
  owns: {
    partner_event: 'never',
    partner_feed: 'never',
  },
  create: ({ db, clock, random }) => ({ events: createEventsService({ db, clock, random: inBlocks(random) }) }),
})({
  endpoints: [listEvents],
  retention: ({ events }) => [
    retentionPolicy('partner_event', 'the event feeds of partners', [7, 30, YEAR], events.forgetBefore),
  ],
  personalData: ({ events }) => [
    {
      name: 'partner_event',
      read: (tx, ref, limit) => events.ofMember(tx, ref, limit),
      erase: (tx, ref, what) => events.forgetMember(tx, ref, { ...what, nobody: NOBODY }),
      idsAfter: (...of) => events.membersAfter(...of),
    },
  ],
});
