import { counted } from './counting.ts';
import type { Failure } from './partner-trying-en.ts';

/** What the page of sandbox doors says as it is. */
export const sandboxLabels = {
  more: 'Doors that fail on demand, so that you see what your software will meet. With the key of this page nobody else meets it: neither the door nor its box hears of it.',
  lookingAtFacilities: 'your facilities',
  lookingAtDoors: 'the doors',
  lookingAtDoor: 'what is simulated',
  noDoors: 'No doors',
  noDoorsMore: 'This facility has no door that your integration may see.',
  seconds: 'For how long',
  break: 'Break it',
  unlock: 'Try to unlock',
  clear: 'Mend it',
  works: 'Everything works at this door.',
  answers: 'How an unlock is answered then',
  curl: 'The last call with curl',
  copy: 'Copy',
  last: 'What was answered',
} as const;

const ANSWERS: Readonly<Record<Failure, readonly [status: number, reason: string]>> = {
  jam: [502, 'relay_fault'],
  offline: [503, 'device_offline'],
  slow_confirmation: [504, 'unlock_confirmation_timeout'],
  maintenance: [409, 'maintenance_mode_active'],
  integration_not_enabled: [403, 'integration_not_enabled'],
};

export const sandboxWords = {
  seconds: (n: number): string => counted(n, 'second', 'seconds'),
  answer: (failure: Failure): string => ANSWERS[failure].join(' '),
  simulated: (what: string, left: string): string => `${what}, for ${left} more.`,
} as const;
