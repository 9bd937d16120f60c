import type { DoorEvent } from '../client/platform-api.gen.ts';
import { refusalWords } from './refusals-en.ts';

/** Somebody at a door, as far as anybody knows them. */
export const whoOf = ({ who, userId }: DoorEvent): string =>
  who?.name ??
  (who === undefined ? (userId === undefined ? 'Somebody unknown' : 'Staff') : 'Somebody without a name here');

type Say = (event: DoorEvent, who: string) => string;

const UNLOCKED: Say = ({ outcome = '' }, who) =>
  outcome === 'unlocked'
    ? `${who} unlocked it: seen to open`
    : outcome === 'commanded'
      ? `${who} unlocked it: nothing sees this lock`
      : `${who} asked to unlock it: ${outcome.replaceAll('_', ' ')}`;

const KINDS: Readonly<Record<string, Say>> = {
  'access.granted': (_event, who) => `${who} was let in`,
  'access.denied': ({ outcome = '' }, who) => `${who} was refused: ${refusalWords.refused(outcome).toLowerCase()}`,
  'access.released': ({ outcome = '' }) =>
    outcome === 'unlocked'
      ? 'The lock opened for them'
      : `The lock did not open for them: ${outcome.replaceAll('_', ' ')}`,
  'unlock.partner': (event) => UNLOCKED(event, 'A partner'),
  'unlock.staff': (event) => UNLOCKED(event, 'Staff'),
  'door.opened': ({ outcome }) => (outcome === 'forced' ? 'Opened by force' : 'Opened'),
  'door.closed': () => 'Closed',
  'door.held_open_soon': () => 'Open for a while',
  'door.held_open': () => 'Held open too long',
  'door.alarm_cleared': () => 'Alarm over',
  'rex.changed': () => 'Exit button',
  'fire.raised': () => 'Released by the fire alarm',
  'fire.reset': () => 'Fire release reset',
  'maintenance.changed': () => 'Maintenance changed',
  'maintenance.ended': () => 'Maintenance ended',
  'maintenance.refused': () => 'A change of maintenance was refused',
  'lockdown.changed': () => 'Lockdown changed',
  'lockdown.refused': () => 'The end of a lockdown was refused',
  'reader.lost': () => 'A reader does not answer',
  'reader.found': () => 'The reader answers again',
  'reader.tampered': () => 'Somebody has opened a reader',
  'reader.tamper_over': () => 'The reader is closed again',
  'person.banned': () => 'Somebody was banned at the box',
};

/** What happened at a door, in words. A kind that is newer than this page is shown by its name. */
export const eventWords = (event: DoorEvent): string =>
  KINDS[event.kind]?.(event, whoOf(event)) ?? event.kind.replaceAll('.', ' ').replaceAll('_', ' ');

/** `bad` is worth a look, `good` is a door that did its work. */
export const eventTone = ({ kind, outcome }: DoorEvent): 'good' | 'bad' | 'plain' => {
  if (kind === 'access.denied' || kind === 'fire.raised' || kind === 'door.held_open' || outcome === 'forced')
    return 'bad';
  if (kind === 'access.granted') return 'good';
  if (kind.startsWith('unlock.')) return outcome === 'unlocked' || outcome === 'commanded' ? 'good' : 'bad';
  return 'plain';
};
