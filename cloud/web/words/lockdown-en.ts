import type { By, Lockdown } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

/** What stands wherever doors are locked down, and where that ends. */
export const lockdownLabels = {
  title: 'Lockdown',
  looking: 'lockdowns',
  none: 'Nothing is locked down',
  noneMore: 'Press and hold “Lock all doors down” above, from any page of this facility.',
  waysOut: 'Nobody gets in but by a break-glass grant. Every way out stays free.',
  allDoors: 'Lock all doors down',
  thisDoor: 'Lock this door down',
  ordering: 'Locking down…',
  ordered: 'Lockdown ordered.',
  hold: 'Keep it pressed for one second',
  cannotHold: 'I cannot hold it',
  facility: 'All doors',
  scope: 'The doors of an access scope',
  door: 'One door',
  lockedDown: 'Locked down',
  removedDoor: 'A door that was removed',
  end: 'End this lockdown',
  endWhy: 'Why may people come in again?',
  endWhyMissing: 'Say why: it stands in the record.',
  ending: 'Ending…',
  endOrdered: 'The end of the lockdown is ordered.',
} as const;

const TAKEN: Readonly<Record<NonNullable<Lockdown['doors'][number]['begin']>, string>> = {
  pending: 'Not confirmed yet',
  taken: 'Locked down',
  refused: 'Refused by its box',
  superseded: 'Overtaken by a later order',
  lapsed: 'The order lapsed',
};

/** Why a lockdown was begun, and what became of it door by door. */
export const lockdownWords = {
  noReason: 'Nobody has said why yet',
  saidBy: (by: By, when: string): string => `Said by ${by.name ?? by.id}, ${when}`,
  why: 'Why are the doors locked down?',
  whyMissing: 'Say why: whoever comes next reads it.',
  sayWhy: 'Say why',
  sayAnew: 'Say otherwise why',
  said: 'It is on record.',
  letPeopleIn: (n: number): string => `Let people in again at ${counted(n, 'door', 'doors')}`,
  taken: (begin: Lockdown['doors'][number]['begin']): string =>
    begin === null ? 'No box drives this door' : TAKEN[begin],
  lockdownTaken: (taken: number, total: number): string =>
    taken === total
      ? `All ${counted(total, 'door is', 'doors are')} locked down`
      : `${taken} of ${total} doors have taken it`,
  goThere: (names: readonly string[]): string =>
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} offline: go there.`,
  waitingFor: (names: readonly string[]): string => `Waiting for ${listed(names)}.`,
} as const;
