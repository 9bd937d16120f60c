/** What can be made to fail at a sandbox door. */
const FAILURES = {
  jam: 'The lock is stuck',
  offline: 'The box is offline',
  slow_confirmation: 'The confirmation comes too late',
  maintenance: 'Staff have closed the door',
  integration_not_enabled: 'The integration is disabled',
} as const;
export type Failure = keyof typeof FAILURES;
export const FAILURE_NAMES = Object.keys(FAILURES) as readonly Failure[];

/** What stands beside the first steps as it is. */
export const tryingLabels = {
  title: 'First steps',
  key: 'A key',
  keyMore: 'For this page alone: it rehearses, opens no door, and ends after 30 minutes or as you sign out.',
  makeKey: 'Make a key for this page',
  keysThatLast: 'Make a key that lasts',
  call: 'A first call',
  callMore: 'Asks the partner API whose key this is.',
  ask: 'Ask',
  break: 'A door that fails',
  breakMore:
    'At a sandbox, a door can be broken on purpose. With this key nobody else meets it: neither the door nor its box hears of it.',
  toSandbox: 'To all that can fail',
  findDoors: 'Look for doors',
  facility: 'Facility',
  door: 'Door',
  failure: 'What fails',
  noDoors: 'No facilities',
  noDoorsMore: 'No facility has enabled your integration. Ask the operator of the platform for a sandbox.',
  breakAndUnlock: 'Break it and try to unlock',
  sandboxOnly:
    'This facility is no sandbox. Choose a door of another one, or ask the operator of the platform for one.',
  keyEnded: 'The key of this page has ended. Make another.',
  noAnswer: 'There was no answer.',
  openRequest: 'Open this request',
  live: 'Go live',
  liveMore: 'Make a live key for each of your servers, so that one can be replaced without the others.',
} as const;

export const tryingWords = {
  failure: (failure: Failure): string => FAILURES[failure],
  endsIn: (left: string): string => `Ends in ${left}`,
} as const;
