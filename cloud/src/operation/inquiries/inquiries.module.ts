import { accessModule } from '../../access/access/access.module.ts';
import { credentialsModule } from '../../access/credentials/credentials.module.ts';
import { membersModule } from '../../access/members/members.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { retained, YEAR } from '../../platform/retention/retention.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { journalModule } from '../../sites/journal/journal.module.ts';
import { unlocksModule } from '../unlocks/unlocks.module.ts';
import { listDoorStates, readDoorHistory, readDoorState } from './door-states.platform.endpoints.ts';
import { readCouldEnter, searchEvents } from './events.platform.endpoints.ts';
import { explainCredential, explainMember, explainPerson } from './explain.platform.endpoints.ts';
import { inquiryCommands } from './inquiries.control.ts';
import { inquiriesFaults } from './inquiries.faults.ts';
import { createInquiriesService } from './inquiries.service.ts';
import { askWhatIf } from './what-if.platform.endpoints.ts';

export { A_STATE as A_DOOR_STATE, DoorState, view as doorStateOf } from './door-states.platform.endpoints.ts';

export const inquiriesModule = defineModule('inquiries', {
  needs: [
    credentialsModule,
    doorsModule,
    scopesModule,
    unlocksModule,
    snapshotsModule,
    accessModule,
    membersModule,
    journalModule,
  ],
  owns: ['door_event'],
  faults: inquiriesFaults,
  create: ({ clock, unlocks, snapshots, access, members }) => ({
    inquiries: createInquiriesService({ clock, unlocks, snapshots, access, members }),
  }),
})({
  endpoints: [
    listDoorStates,
    readDoorState,
    readDoorHistory,
    searchEvents,
    readCouldEnter,
    explainMember,
    explainPerson,
    explainCredential,
    askWhatIf,
  ],
  on: ({ inquiries }) => [hear(factStored, inquiries.factStored)],
  retention: ({ inquiries }) => [
    retained(
      'door_event',
      'what boxes told of doors and people, to be searched',
      [7, YEAR, 10 * YEAR],
      inquiries.forgetBefore,
    ),
  ],
  operator: inquiryCommands,
});
