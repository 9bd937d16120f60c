import type { Operations, PartnerContact } from '../client/console-api.gen.ts';
import { counted } from './counting.ts';

type KeyType = Operations['POST /console/v1/keys']['body']['type'];

/** What both consoles say of the keys and contacts of a partner account. */
export const keyLabels = {
  make: 'Make a key',
  label: 'Where it will be used',
  labelMissing: 'Say where it will be used.',
  type: 'What it may do',
  usable: 'Keys in use',
  ended: 'Ended',
  shownOnce: 'The new key. Copy it now: it is never shown again.',
  copy: 'Copy the key',
  stored: 'I have stored it',
  rotate: 'Replace',
  overlap: 'The old key goes on working for',
  insteadReplace: 'Replace it instead',
  rotateMore: 'The new key does what the old one does. Put it in place before the old one ends.',
} as const;

const TYPES: Readonly<Record<KeyType, string>> = {
  dryrun: 'Rehearse everything (dryrun)',
  live: 'Everything (live)',
  'read-only': 'Only read',
};
export const KEY_TYPES = Object.keys(TYPES) as readonly KeyType[];

export const keyWords = {
  keyType: (type: KeyType): string => TYPES[type],
  lastUsed: (ago: string | undefined, from: string | null): string => {
    if (ago === undefined) return 'Never used';
    return `Last used ${ago}${from === null ? '' : ` from ${from}`}`;
  },
  made: (ago: string): string => `Made ${ago}`,
  endsIn: (left: string): string => `ends in ${left}`,
  endedAgo: (ago: string): string => `ended ${ago}`,
  overlap: (days: number): string => (days === 0 ? 'no time: it ends now' : counted(days, 'day', 'days')),
  revoke: (label: string): string => `Revoke ${label}`,
  rotate: (label: string): string => `Replace ${label}`,
  revokeMore: (used: string): string =>
    `${used}. The very next request with it is refused, and that cannot be undone. To change a key without an interruption, replace it.`,
} as const;

export const contactLabels = {
  contacts: 'Contacts',
  looking: 'the contacts',
  you: 'You',
  email: 'E-mail address',
  name: 'Name',
  role: 'Role',
  add: 'Add a contact',
  incomplete: 'Give an e-mail address and a name.',
  removeMore: 'They are signed out at once. Keys that they made go on: revoke those that they know.',
  lastOwner: 'The last owner stays: make somebody else an owner first.',
} as const;

const ROLES: Readonly<Record<PartnerContact['role'], string>> = { owner: 'Owner', developer: 'Developer' };
export const CONTACT_ROLES = Object.keys(ROLES) as readonly PartnerContact['role'][];

export const contactWords = {
  role: (role: PartnerContact['role']): string => ROLES[role],
  become: (name: string, role: PartnerContact['role']): string =>
    `Make ${name} ${role === 'owner' ? 'an owner' : 'a developer'}`,
  remove: (name: string): string => `Remove ${name}`,
} as const;
