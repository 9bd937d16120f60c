import type { Alarm, AlarmPerson, AlarmPlan, AlarmWithEntries } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

type Entry = AlarmWithEntries['entries'][number];
type Audience = AlarmPlan['steps'][number]['tell'][number];

const nameOf = (user: { readonly name: string | null } | null): string => user?.name ?? 'somebody';
const named = (users: readonly { readonly name: string | null }[]): string => listed(users.map(nameOf));
const minutes = (count: number): string => counted(count, 'minute', 'minutes');

const told = ({ step, pushed, mailed }: Entry): string => {
  const ways = [
    ...(pushed.length > 0 ? [`in browsers: ${named(pushed)}`] : []),
    ...(mailed.length > 0 ? [`by e-mail: ${named(mailed)}`] : []),
  ];
  return `Step ${step ?? 0} was told ${ways.join('; ')}`;
};
const ENTRIES: { readonly [What in Entry['what']]: (entry: Entry) => string } = {
  opened: () => 'It began',
  came_again: () => 'It came again',
  told,
  told_nobody: () => 'Nobody is there to be told',
  acknowledged: ({ doneBy }) => `${nameOf(doneBy)} took it`,
  handed_over: ({ doneBy, user }) => `${nameOf(doneBy)} handed it to ${nameOf(user)}`,
  given_back: ({ doneBy }) => `${nameOf(doneBy)} gave it back`,
  right_lost: ({ user }) => `${nameOf(user)} may not have it any more`,
  note: ({ doneBy, note }) => `${nameOf(doneBy)}: ${note ?? ''}`,
  cleared: () => 'Its cause is gone by itself',
  over: () => 'It is over',
  resolved: ({ doneBy }) => `${nameOf(doneBy)} said that it is seen to`,
};

const ROLES: { readonly [Role in AlarmPerson['role']]: string } = {
  'org-admin': 'organisation admin',
  'facility-manager': 'manager',
  'facility-staff': 'staff',
};

/** The words of alarms: on the page of warnings, in the settings of a facility, and in one’s own choices. */
export const alarmWords = {
  title: 'Alarms',
  looking: 'the alarms',
  about: (headline: string, about: string | null): string => (about === null ? headline : `${headline}: ${about}`),
  none: 'No alarm stands',
  noneMore: 'What needs somebody at once stands here first.',
  began: (ago: string, times: number): string => (times === 1 ? `Began ${ago}` : `Began ${ago}, came ${times} times`),
  has: (by: Alarm['ownedBy'], ago: string): string => `${nameOf(by)} has it, since ${ago}`,
  yours: (ago: string): string => `You have it, since ${ago}`,
  nobody: 'Nobody has it',
  step: (step: number, steps: number): string => `Step ${step} of ${steps} was told`,
  notTold: 'Nobody was told yet',
  nextIn: (seconds: number): string =>
    seconds <= 0
      ? 'the next is told now'
      : seconds < 60
        ? `the next in ${counted(seconds, 'second', 'seconds')}`
        : `the next in ${minutes(Math.ceil(seconds / 60))}`,
  noMore: 'nobody else is told',
  cleared: (at: string): string => `Its cause is gone. It is over at ${at}, unless it comes again.`,
  take: 'I take it',
  taken: 'It is yours. Nobody else is told.',
  takeOf: (what: string): string => `I take it: ${what}`,
  more: 'Hand over, note, end',
  handTo: 'Hand it to',
  chooseSomebody: 'Somebody who works here',
  hand: 'Hand it over',
  handed: 'It is handed over.',
  chooseFirst: 'Choose somebody.',
  giveBack: 'Give it back',
  gaveBack: 'Nobody has it now. People are told again.',
  note: 'What you saw, or did',
  noteMore: 'For whoever looks at it later. Name no members.',
  writeFirst: 'Write something.',
  write: 'Write it down',
  written: 'It is written down.',
  resolve: 'It is seen to',
  resolveMore: 'It is over then, and told to nobody else.',
  resolved: 'It is over.',
  history: 'What became of it',
  lookingAtHistory: 'what became of it',
  entry: (entry: Entry): string => ENTRIES[entry.what](entry),

  planTitle: 'Who is told of alarms',
  planMore: 'One step after the other, until somebody takes the alarm.',
  lookingAtPlan: 'who is told',
  usual: 'Nobody has set this here: it is the usual plan.',
  setBy: (by: AlarmPlan['setBy'], when: string): string => `Set by ${nameOf(by)}, ${when}`,
  stepTitle: (number: number): string => `Step ${number}`,
  afterFirst: 'Minutes after it began',
  afterBefore: 'Minutes after the step before',
  minutesWrong: 'Whole minutes, 0 to 240.',
  groups: 'Whom',
  audiences: {
    managers: 'Managers',
    staff: 'All staff',
    staff_with_pushes: 'Staff who want to be told in their browsers',
    organisation_admins: 'Admins of the organisation',
  } satisfies { readonly [Name in Audience]: string },
  people: 'And by name',
  tellsNobody: 'Choose somebody.',
  addStep: 'One more step',
  removeStep: (number: number): string => `Take step ${number} away`,
  savePlan: 'Save',
  planSaved: 'People are told by this plan from now on.',
  toUsual: 'Go back to the usual plan',
  toUsualMore: 'What is set here is gone.',
  person: ({ name, role }: AlarmPerson): string => `${name}, ${ROLES[role]}`,
  stepSays: (after: number, whom: readonly string[], first: boolean): string =>
    `${after === 0 && first ? 'At once' : `After ${minutes(after)}`}: ${listed(whom)}`,

  pushesTitle: 'Alarms that you are told of',
  pushesMore:
    'In every browser that tells you. Without a choice here you are told by e-mail, where the plan of a facility names you.',
  lookingAtPushes: 'your choices',
  facility: 'Facility',
  chooseFacility: 'Choose a facility',
  noFacility: 'You see no facility',
  kinds: 'Tell me',
  noKinds: 'Choose one at least, or be told of none.',
  quietFrom: 'Quiet from',
  quietUntil: 'Quiet until',
  quietMore: 'By the clocks of the facility: then you are told by e-mail. Leave both empty for none.',
  quietWrong: 'Both, such as 22:00 and 06:00, or neither.',
  savePushes: 'Tell me of these',
  pushesSaved: 'You are told of these from now on.',
  tellNone: 'Tell me of none',
  noneSaved: 'You are told of no alarm of it in your browsers.',
} as const;
