import type { Words } from './describe-fact.ts';

type EntryKind = 'access.granted' | 'access.denied' | 'access.released' | 'person.banned';

export const VIA = {
  permanent_grant: 'a grant by staff',
  plan: 'their plan',
  grace: 'a plan that has just ended',
  window: 'their hours',
  maintenance_open: 'maintenance holding the door open',
  pass: 'an outage pass',
} as const;
const REASON: Readonly<Record<string, string>> = {
  unknown_member: 'nobody here knows this member',
  unknown_credential: 'nobody here knows this card or code',
  banned: 'staff have banned this person',
  member_disabled: 'staff have disabled this person',
  access_blocked: 'staff have blocked this person’s access',
  maintenance_force_closed: 'the door is kept closed for maintenance',
  lockdown: 'the door is locked down',
  outside_geofence: 'the phone is not here',
  outside_hours: 'not at this time',
  plan_ended: 'the plan has ended',
  status_denied: 'the membership does not allow it',
  no_grant: 'nothing lets this person in here',
  scope_unmapped: 'the partner’s area is not mapped to this door',
  snapshot_too_old: 'this box has not heard from the cloud for too long',
  source_suspended: 'the partner is switched off here',
  clock_untrusted: 'this box is not sure what time it is',
  pin_wrong: 'the PIN was wrong',
  pin_locked_out: 'too many wrong PINs',
};
const RELEASED = {
  unlocked: 'seen unlocked',
  commanded: 'told to unlock',
  open_already: 'open already',
  relay_fault: 'the lock was not seen to move',
  board_lost: 'the relay board did not answer',
  interrupted: 'cut off',
  maintenance: 'stopped by maintenance',
  lockdown: 'stopped by a lockdown',
  unavailable: 'the door is out of reach',
  expired: 'too late',
} as const;

/** What happened to people at doors, as staff read it. */
export const ENTRY_WORDS: Pick<Words, EntryKind> = {
  'access.granted': ({ person, via }, door, who) => `${door}: ${who(person)} let in, by ${VIA[via]}`,
  'access.denied': ({ person, reason }, door, who) => `${door}: ${who(person)} kept out: ${REASON[reason] ?? reason}`,
  'access.released': ({ outcome, tookMs }, door) =>
    `${door}: ${RELEASED[outcome]}${outcome === 'unlocked' ? ` after ${Math.round(tookMs)} ms` : ''}`,
  'person.banned': ({ person, by, reason }, _door, who) => {
    const banned = `${who(person)} banned by ${by}${reason === '' ? '' : ` (${reason})`}`;
    return banned.charAt(0).toUpperCase() + banned.slice(1);
  },
};
