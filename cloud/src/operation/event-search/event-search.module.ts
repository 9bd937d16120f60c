import { accessModule } from '../../access/access/access.module.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { unlocksModule } from '../unlocks/unlocks.module.ts';
import { meterEvents } from './event-meter.repo.ts';
import { readCouldEnter, searchEvents } from './event-search.platform.endpoints.ts';
import { createEventSearchService } from './event-search.service.ts';

export const eventSearchModule = defineModule('event-search', {
  needs: [doorsModule, scopesModule, unlocksModule, snapshotsModule, accessModule, membersModule],
  owns: {
    door_event: 'never',
  },
  create: ({ clock, unlocks, snapshots, access, members }) => ({
    eventSearch: createEventSearchService({ clock, unlocks, snapshots, access, members }),
  }),
})({
  endpoints: [searchEvents, readCouldEnter],
  on: ({ eventSearch }) => [hear(factStored, eventSearch.factStored)],
  retention: ({ eventSearch }) => [
    retentionPolicy(
      'door_event',
      'what boxes told of doors and people, to be searched',
      [7, YEAR, 10 * YEAR],
      eventSearch.forgetBefore,
    ),
  ],
  meters: () => ({ pricePerThousandEvents: meterEvents }),
});
