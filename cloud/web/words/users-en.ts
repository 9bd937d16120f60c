import type { HeldRole, ListedSession } from '../client/platform-api.gen.ts';
import { words } from './en.ts';

type Right = HeldRole['role'];

/** The words of users, of what they hold, and of what gets them in. */
export const userWords = {
  title: 'Users',
  more: 'Who may do what, and where. Nobody gives more than they hold there themselves.',
  looking: 'the users',
  lookingAtOne: 'the user',
  lookingAtPlaces: 'the places',
  search: 'Find by name or e-mail',
  role: 'Role',
  anyRole: 'Any',
  none: 'Nobody yet',
  noneMore: 'Users stand here once somebody gives them a role where you work with people.',
  notFound: 'Nobody found',
  notFoundMore: 'Part of a name or of an e-mail address is enough.',
  nothingHeld: 'Holds nothing where you may see it',
  rights: {
    'super-admin': 'Super admin',
    'global-admin': 'Global admin',
    'platform-admin': 'Platform admin',
    'org-admin': 'Organisation admin',
    'facility-manager': 'Facility manager',
    'facility-staff': 'Facility staff',
    iam: 'Administers users',
    admin: 'Administration',
    agent: 'Agents',
    installer: 'Installer',
  } satisfies Readonly<Record<Right, string>>,
  platform: 'The platform',
  organisations: 'Organisations',
  facilities: 'Facilities',
  where: 'Where',
  wherePlaceholder: 'Choose a place',
  whereMissing: 'Choose where they hold it.',
  /** `Facility manager at Harbour Gym`. */
  held: (right: Right, place: string | undefined): string =>
    place === undefined ? `${userWords.rights[right]} on the platform` : `${userWords.rights[right]} at ${place}`,
  somewhere: 'a place whose name you may not see',
  holds: 'What they hold',
  give: 'Give a role',
  given: (right: Right): string => `${userWords.rights[right]} is given.`,
  keysEnded: 'Keys that others had made for them have ended with it.',
  take: (held: string): string => `Take ${held}`,
  takeMore: 'It counts from the very next request on.',
  add: 'Add a user',
  added: (email: string): string => `${email} is added. If they were known elsewhere, they are invited instead.`,
  email: 'E-mail address',
  firstName: 'First name',
  lastName: 'Last name',
  incomplete: 'Fill in every field.',
  keys: 'Keys',
  keysMore: 'Each does what its user may, for tools that act in their name.',
  noKeys: 'No keys',
  notShown: 'Not shown: they hold more than you may give.',
  keyEnded: 'ended',
  lastUsed: (ago: string | undefined): string => words.lastUsed(ago),
  keyUntil: (when: string): string => `until ${when}`,
  deleteKey: (label: string): string => `Delete the key ${label}`,
  deleteKeyMore: (ago: string | undefined): string =>
    ago === undefined
      ? 'It was never used. The very next request with it is refused.'
      : `It was last used ${ago}. The very next request with it is refused.`,
  makeKey: 'Make a key',
  keyLabel: 'What it is for',
  keyLabelMissing: 'Say what it is for, so that somebody knows it again.',
  keyLasts: 'It lasts',
  keyDays: { '30': '30 days', '90': '90 days', '365': 'A year', '': 'Until it is deleted' } satisfies Readonly<
    Record<string, string>
  >,
  theKey: 'The key',
  keyOnce: 'Copy it now: it is shown this once.',
  sessions: 'Where they are signed in',
  sessionEnded: 'They are signed out there.',
  noSessions: 'Nowhere now',
  signedIn: (by: ListedSession['signedInBy'], ago: string): string => words.signedIn(by, ago),
} as const;
