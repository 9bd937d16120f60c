import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listDoorStates, readDoorHistory, readDoorState } from './door-states.platform.endpoints.ts';
import { readCouldEnter, searchEvents } from './events.platform.endpoints.ts';
import { explainCredential, explainMember, explainPerson } from './explain.platform.endpoints.ts';
import { inquiriesFaults } from './inquiries.faults.ts';
import { askWhatIf } from './what-if.platform.endpoints.ts';

export { createInquiriesService } from './inquiries.service.ts';

type Deps = Parameters<typeof listDoorStates.handle>[0] &
  Parameters<typeof searchEvents.handle>[0] &
  Parameters<typeof explainMember.handle>[0] &
  Parameters<typeof askWhatIf.handle>[0];

export const inquiriesModule = (deps: Deps): Module => ({
  name: 'inquiries',
  owns: ['door_event'],
  faults: inquiriesFaults,
  endpoints: [
    mount(listDoorStates, deps),
    mount(readDoorState, deps),
    mount(readDoorHistory, deps),
    mount(searchEvents, deps),
    mount(readCouldEnter, deps),
    mount(explainMember, deps),
    mount(explainPerson, deps),
    mount(explainCredential, deps),
    mount(askWhatIf, deps),
  ],
});
