import type { LinkingBreaks } from '../client/console-api.gen.ts';
import { counted } from './counting.ts';

type Method = LinkingBreaks['to'];

/** What the settings and the profile of a partner account say as it is. */
export const settingsLabels = {
  more: 'How your requests name facilities, and what facilities fill in when they enable your integration.',
  looking: 'your settings',
  ownersOnly: 'An owner of the account changes this.',
  method: 'How your requests name a facility',
  now: 'Now',
  seeOther: 'See what the other way breaks',
  lookingAtBreaks: 'what it breaks',
  breaks: 'What the other way breaks',
  lookAgain: 'Look again',
  whatToDo: 'What has to be done',
  facility: 'Facility',
  code: 'Your code',
  members: 'Members',
  noCode: 'None yet',
  notCounted: 'Not counted',
  asked: 'What facilities are asked for',
  label: 'What facilities call your code',
  prefix: 'What each code begins with',
  prefixMore: 'Empty: anything. It counts for codes that are entered from now on.',
  anything: 'Anything',
  fields: 'Further fields that facilities fill in',
  fieldsMore: 'One a line, a key and what facilities read: region: Region',
  fieldsWrong: 'Each line is a key, a colon, and what facilities read.',
  none: 'None',
  limits: 'Requests a second',
  usualLimits: 'As for any partner',
  save: 'Save',
  saved: 'It is so now, and the other contacts are told.',
  profile: 'Profile',
  lookingAtProfile: 'your profile',
  profileMore: 'Whom staff of the platform write to, and where they read about you.',
  name: 'Name',
  nameMore: 'Facilities know you by it. Whoever runs the platform changes it.',
  website: 'Website',
  websiteExample: 'https://…',
  outages: 'E-mail address for outages',
  security: 'E-mail address for matters of security',
  securityMore: 'It is told of changes of the account, too.',
} as const;

const METHODS: Readonly<Record<Method, string>> = {
  facility_id: 'By the id that it has here (facility_id)',
  linking_identifier: 'By a code of your own (linking_identifier)',
};

/** What your people do, and what those of the facilities do. */
const TASKS = {
  facility_id: {
    yours: 'Have your software read facility_id from GET /partner/v1/facilities, and send that in every request.',
    theirs: 'Staff of the facilities have nothing to do.',
  },
  linking_identifier: {
    yours: 'Have your software send linking_identifier, your own code for the facility, in every request.',
    theirs: 'Staff of each facility that has no code yet enter yours in its settings, under Partners.',
  },
} as const satisfies Readonly<Record<Method, { readonly yours: string; readonly theirs: string }>>;

export const settingsWords = {
  method: (method: Method): string => METHODS[method],
  change: (to: Method): string => `Name facilities by ${to}`,
  yours: (to: Method): string => TASKS[to].yours,
  theirs: (to: Method): string => TASKS[to].theirs,
  refused: ({ from, keys }: LinkingBreaks): string =>
    `From the next request on, every request that sends ${from} alone is refused, with each of ${counted(keys, 'key', 'keys')} in use.`,
  linked: ({ facilities, organisations, members, isWhole }: LinkingBreaks): string =>
    `${counted(facilities, 'facility is', 'facilities are')} linked, of ${counted(organisations, 'organisation', 'organisations')}, with ${isWhole ? '' : 'at least '}${counted(members, 'member', 'members')}.`,
  unnamed: ({ unnamed, unnamedMembers, isWhole }: LinkingBreaks): string =>
    unnamed === 0
      ? 'Each of them can be named.'
      : `${counted(unnamed, 'facility', 'facilities')} with ${isWhole ? '' : 'at least '}${counted(unnamedMembers, 'member', 'members')} cannot be named by any request until the code is entered.`,
  goesOn:
    'What doors enforce by then goes on. Nothing new arrives there, and nobody can be let in by your software, until it has changed over.',
  confirm: (breaks: LinkingBreaks): string =>
    `${settingsWords.refused(breaks)} ${settingsWords.unnamed(breaks)} The other contacts are told.`,
  shown: (n: number, of: number): string => `The first ${n} of ${of}.`,
  limit: (endpoint: string, n: number): string => `${n} to ${endpoint}`,
} as const;
