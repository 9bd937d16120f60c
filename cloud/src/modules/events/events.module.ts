import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listEvents } from './events.endpoints.ts';
import type { EventsService } from './events.service.ts';

export { cursorOf, placeOf } from './cursor.ts';
export type { EventsService } from './events.service.ts';
export { createEventsService } from './events.service.ts';

export const eventsModule = (deps: { readonly events: EventsService }): Module => ({
  name: 'events',
  owns: ['partner_event', 'partner_feed'],
  faults: {},
  endpoints: [mount(listEvents, deps)],
});
