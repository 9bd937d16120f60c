import type { Answer } from '../client/client.ts';
import type { PartnerAccount } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

type Effect = Answer<'GET /api/admin/partners/{partnerId}/statuses'>['data'][number]['effect'];
type LinkingMethod = PartnerAccount['linkingMethod'];

/** The words of partner accounts, as staff look after them. */
export const partnersWords = {
  title: 'Partners',
  more: 'Whose software asks for doors to be opened: accounts, their keys, and where each is switched on.',
  looking: 'the partners',
  lookingAtOne: 'the partner',
  none: 'No partner accounts',
  noneMore: 'Add one, give it a key, and switch it on at a facility.',
  organisations: (n: number): string => counted(n, 'organisation', 'organisations'),
  add: 'Add a partner',
  added: (name: string): string => `${name} is added. It has no key, and is on nowhere yet.`,
  name: 'Name',
  nameMissing: 'Give it a name.',
  method: 'Its requests name a facility by',
  methods: {
    facility_id: 'the id it has here',
    linking_identifier: 'an identifier of the partner’s own',
  } satisfies Readonly<Record<LinkingMethod, string>>,
  methodMore:
    'From the very next request on. Requests that name a facility the other way find none, until the partner has changed over.',
  label: 'What facilities call that identifier',
  prefix: 'What each identifier begins with',
  prefixMore: 'Empty: anything.',
  fields: 'Further fields that facilities fill in',
  fieldsMore: 'One a line, a key and what facilities read: region: Region',
  fieldsWrong: 'Each line is a key, a colon, and what facilities read.',
  setUp: 'How it is set up',
  save: 'Save',
  saved: 'It is set up so from now on.',
  limits: (otherwise: readonly string[]): string =>
    otherwise.length === 0
      ? 'It may send as many requests a second as any partner.'
      : `It may send as many requests a second as any partner, but ${listed(otherwise)}.`,
  aSecond: (endpoint: string, n: number): string => `${n} to ${endpoint}`,
  id: 'Partner ID',
  copyId: 'Copy the ID',
  keys: 'Keys',
  lookingAtKeys: 'its keys',
  noKeys: 'No key in use',
  noKeysMore: 'Nothing of it gets in. Make a key here, or name an owner below, who makes them in the partner console.',
  contactsMore: 'Who signs in at the partner console and makes keys there. Who is left out is signed out at once.',
  profile: 'Whom to write to',
  profileMore: 'As the partner says itself, in its console.',
  outages: 'For outages',
  security: 'For matters of security',
  website: 'Website',
  notSaid: 'Not said',
  whose: 'Whose data it may know of',
  whoseMore: 'Keys that are about reach nothing of a new one until its admin consents to each.',
  chooseOrganisations: 'Change whose data',
  chooseOne: 'Choose one at least.',
  organisationsSaved: 'It may know of these from now on.',
  notNamed: 'One that you do not see',
  where: 'Where it is on',
  whereMore: 'Whoever manages a facility switches it on there.',
  lookingAtFacilities: 'its facilities',
  noFacilities: 'No facilities',
  noFacilitiesMore: 'Its organisations have none yet.',
  on: 'On',
  off: 'Off',
  isOn: (on: boolean): string => (on ? partnersWords.on : partnersWords.off),
  called: (identifier: string): string => `called ${identifier}`,
  statuses: 'What its statuses do',
  statusesMore: 'Words that it sends of members and plans. Any other denies nothing, and raises a warning.',
  lookingAtStatuses: 'its statuses',
  effects: { allow: 'Lets in', deny: 'Keeps out', ignore: 'Says nothing' } satisfies Readonly<Record<Effect, string>>,
  usual: 'As usual',
  effectOf: (word: string): string => `What ${word} does`,
  ownStatus: 'said for this partner',
  setStatus: (word: string): string => `Let ${word} mean that`,
  setStatusMore: (word: string, effect: Effect | ''): string =>
    ({
      '': `What ${word} means by itself, at every facility of this partner, from now on.`,
      deny: `Whoever has the status ${word} is kept out at every facility of this partner, from now on.`,
      allow: `The status ${word} keeps nobody out, at any facility of this partner, from now on.`,
      ignore: `The status ${word} decides nothing, at any facility of this partner, from now on.`,
    })[effect],
  addStatus: 'Give another word a meaning',
  word: 'Status, as the partner sends it',
  wordMissing: 'Give the word.',
  statusSet: (word: string): string => `${word} means that from now on.`,
  requests: 'What it asked lately',
  requestId: 'Find a request by its ID',
  lookingAtRequests: 'its requests',
  noRequests: 'No such requests',
  noRequestsMore: 'Nothing in the last 30 days.',
  tookFrom: (ms: number, from: string): string => `${ms} ms, from ${from}`,
} as const;

/** The words of the partners of a facility. */
export const integrationWords = {
  title: 'Partners',
  more: 'Whose members get in here. What a partner sends counts while it is on.',
  looking: 'the partners of this facility',
  none: 'No partner may work with this facility',
  noneMore: 'Whoever administers the organisation opens a partner’s account to it.',
  suspended: 'Switched off here by itself',
  pushed: (ago: string): string => `Last sent members ${ago}`,
  neverPushed: 'Has sent no members yet',
  account: 'The account',
  identifierMissing: 'It links by that: give it first.',
  mustBegin: (prefix: string): string => `It begins with ${prefix}.`,
  setUp: 'Set it up',
  turnOn: 'Switch it on',
  save: 'Save',
  saved: (name: string): string => `${name} is set up so from now on.`,
  seeOff: 'See who would lose access',
  seeing: 'Looking at every member…',
  turnOff: (name: string): string => `Switch ${name} off here`,
  turnOffMore: (losing: number): string =>
    losing === 0
      ? 'Nobody loses access by it in the coming week. What the partner sends does not count until it is on again.'
      : `${counted(losing, 'member loses', 'members lose')} access at once, until it is on again.`,
  losing: (losing: number, members: number): string =>
    `${losing} of its ${counted(members, 'member', 'members')} would lose access in the coming week.`,
  outdated: 'More would lose access by now. See who, and decide again.',
  some: 'Some of them',
  turnedOff: (name: string): string => `${name} is off here.`,
} as const;
