import type { ClubUserAgreement } from '../client/platform-api.gen.ts';

type State = ClubUserAgreement['state'];

/** The words of agreements with people at a club. */
export const peopleAgreementLabels = {
  title: 'Agreements with people',
  more: 'Who was asked to sign what at this club, and how that stands.',
  back: 'What this club is asked',
  looking: 'who was asked',
  lookingAtOne: 'what has happened to it',
  lookingAtAgreements: 'what may be asked',
  which: 'Which',
  all: 'All',
  none: 'Nobody was asked yet',
  noneMore: 'Ask somebody: they get a link to read and sign.',
  noneSo: 'None like that',
  noneSoMore: 'Choose other ones, or all.',
  ask: 'Ask somebody',
  agreement: 'What they are asked for',
  agreementMissing: 'Say which agreement.',
  noAgreements: 'Nothing is asked of people here',
  noAgreementsMore: 'Publish an agreement that people agree to, each for themselves.',
  who: 'Whom',
  userId: 'The id of the user',
  userIdMore: 'It stands in the address of their page.',
  memberId: 'Their number as a member',
  memberMissing: 'Say who it is.',
  partner: 'Whose member',
  noPartners: 'No partner has members here',
  name: 'Name',
  email: 'E-mail',
  emailMissing: 'Give an e-mail address.',
  deliver: 'How they get the link',
  endsOn: 'Holds until',
  endsOnMore: 'Without a day it goes on, or ends as the agreement says.',
  draft: 'Send nothing yet',
  askThem: 'Ask them',
  asked: 'They are asked.',
  drafted: 'It is kept as a draft. Nobody has a link yet.',
  link: 'The link to read and sign',
  linkMore: 'It is shown this once. Whoever has it can sign: give it to them alone.',
  copyLink: 'Copy the link',
  given: 'They have it',
  history: 'What has happened, and what may be done',
  whole: 'Each step has the hash of the one before: nothing was left out or changed.',
  broken: 'A step is missing, or was changed: call whoever runs the platform.',
  managerOnly: 'Who manages the gym asks people.',
  done: 'It is done.',
  deleted: 'It is gone.',
  remove: 'Delete it',
  removeMore: 'It is gone with all that happened to it, and its link leads nowhere.',
} as const;

export const CUA_STATES: Readonly<Record<State, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  viewed: 'Opened',
  signed: 'Signed',
  declined: 'Declined',
  expired: 'Link ended',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
};

export const ACTS = {
  send: ['Send it', 'They get a link to read and sign.'],
  resend: ['Send it again', 'They get a new link, and the one before leads nowhere.'],
  extend: ['Extend the link', 'The link that they have is valid anew, from now on.'],
  withdraw: ['Withdraw it', 'The link leads nowhere, and they are not asked any more. It cannot be taken up again.'],
  end: ['End it', 'What they signed holds no longer. It stays as it was signed.'],
} as const;

export const WHO = {
  other: 'Somebody, by name and e-mail',
  member: 'A member of a partner',
  user: 'A user of the platform',
} as const;
export const DELIVERS = { email: 'By e-mail', desk: 'Here, at the desk', sms: 'By text message' } as const;

const EVENTS: Readonly<Record<string, string>> = {
  created: 'Made',
  changed: 'Changed',
  send: 'Sent',
  sent: 'Sent',
  resend: 'Sent again',
  reminded: 'Reminded',
  extend: 'Link extended',
  viewed: 'Opened',
  signed: 'Signed',
  declined: 'Declined',
  withdraw: 'Withdrawn',
  end: 'Ended',
  expired: 'Link ended',
};

export const peopleAgreementWords = {
  subject: ({ subject: { name, memberId } }: ClubUserAgreement): string =>
    memberId === null ? name : `${name} (${memberId})`,
  version: (title: string, version: number): string => `${title}, version ${version}`,
  made: (ago: string, by: string): string => `Asked ${ago} by ${by}`,
  linkEnds: (at: string): string => `The link ends ${at}`,
  ends: (day: string): string => `Holds until ${day}`,
  event: (what: string): string => EVENTS[what] ?? what,
  by: (name: string): string => `by ${name}`,
} as const;
