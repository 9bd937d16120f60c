import { counted } from './counting.ts';

/** What people look for among events, and the kinds of the API that it is. */
export const EVENT_GROUPS = {
  refused: ['access.denied'],
  people: ['access.granted', 'access.denied', 'access.released'],
  unlocks: ['unlock.partner', 'unlock.staff'],
  doors: ['door.opened', 'door.closed', 'rex.changed'],
  alarms: [
    'door.held_open_soon',
    'door.held_open',
    'door.alarm_cleared',
    'fire.raised',
    'fire.reset',
    'reader.lost',
    'reader.found',
    'reader.tampered',
    'reader.tamper_over',
  ],
  staff: [
    'maintenance.changed',
    'maintenance.ended',
    'maintenance.refused',
    'lockdown.changed',
    'lockdown.refused',
    'person.banned',
  ],
} as const;
export type EventGroup = keyof typeof EVENT_GROUPS;

/** The words of the page of events. */
export const eventsWords = {
  door: 'Door',
  allDoors: 'All doors',
  what: 'What',
  everything: 'Everything',
  groups: {
    refused: 'People who were refused',
    people: 'People at readers',
    unlocks: 'Unlocks by partners and staff',
    doors: 'Doors that open and close',
    alarms: 'Alarms, fire and readers',
    staff: 'Maintenance, lockdowns and bans',
  } satisfies Readonly<Record<EventGroup, string>>,
  ofEverybody: 'Show everybody, not one member',
  toMember: 'See the member',
  none: 'Nothing that fits',
  noneMore: 'Nothing has happened so, or its box has not told of it yet.',
  most: (n: number): string =>
    `These are the newest ${counted(n, 'event', 'events')}: choose a time to see older ones.`,
} as const;
