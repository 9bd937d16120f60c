import { counted } from './counting.ts';

/** What the pages of members say. */
export const memberLabels = {
  title: 'Members',
  one: 'Member',
  looking: 'members',
  lookingAtOne: 'the member',
  none: 'No members yet',
  noneMore: 'They come with the first push of a partner.',
  notFound: 'Nobody found',
  notFoundMore: 'Part of a name, an e-mail address or a member number is enough.',
  banned: 'Banned',
  disabled: 'Switched off',
  blocked: 'Blocked',
  atTheDoor: 'At the door',
  lookingAtRefusal: 'the last refusal',
  noRefusal: 'No refusal of this member at this door is on record.',
  lookingAtRules: 'what the rules say',
  allowedNow: 'Would be let in now',
  deniedNow: 'Would be refused now',
  fixes: 'What fixes it',
  steps: 'Every rule that was looked at',
  everyDoor: 'At every door now',
  lookingAtEveryDoor: 'every door',
  door: 'Door',
  now: 'Now',
  next: 'Next',
  getsIn: '✓ Gets in',
  details: 'Details',
  events: 'What happened with this member',
  number: 'Number',
  email: 'E-mail',
  phone: 'Phone',
  plans: 'Plans',
  grants: 'Grants',
  noPlans: 'None',
  notKnown: 'Not known',
} as const;

export const memberWords = {
  banned: (reason: string): string => (reason === '' ? 'Banned' : `Banned: ${reason}`),
  byRules: (revision: number, ago: string): string => `by rules ${revision}, asked ${ago}`,
  orWait: (until: string): string => `Or wait until ${until}.`,
  untilOrFrom: (allowed: boolean, at: string): string => `${allowed ? 'until' : 'from'} ${at}`,
  planStanding: (isCurrent: boolean, endDate: string | null): string =>
    `${isCurrent ? '' : ', not current'}${endDate === null ? '' : `, until ${endDate}`}`,
  grantsByStaff: (n: number): string => (n === 0 ? 'None by staff' : `${n} by staff`),
  found: (n: number, more: boolean): string =>
    n === 0 ? 'No member fits these words.' : `${counted(n, 'member', 'members')}${more ? ' and more: type on' : ''}`,
} as const;
