import type { By, Grant, Person } from '../client/platform-api.gen.ts';
import { listed } from './counting.ts';

const who = (by: By): string => by.name ?? by.id;

/** The words of what staff give to people and say of them. */
export const peopleWords = {
  title: 'People',
  more: 'Everybody of whom staff have had something to say: banned, with a card, with a grant. Members are found by their name on their own page.',
  looking: 'the people',
  one: 'Person',
  lookingAtOne: 'the person',
  toPeople: 'People of whom staff have had something to say',
  toPerson: 'Which other members they are',
  none: 'Nobody yet',
  noneMore: 'People come here with their first card, grant or ban.',
  noneSo: 'Nobody',
  noneSoMore: 'This is set for nobody here.',
  which: 'Which',
  flags: {
    all: 'All',
    banned: 'Banned',
    disabled: 'Switched off',
    blockAllAccess: 'Blocked',
    extendedHold: 'Doors stay open longer',
  } satisfies Readonly<Record<string, string>>,
  add: 'Add somebody whom no partner has sent yet',
  addMore:
    'By the number that the partner will send them with. Cards and grants count from now on; plans come with the partner.',
  addIt: 'Add',
  added: 'They are added.',
  partner: 'Partner',
  number: 'Member number',
  numberMissing: 'Give their number at the partner.',
  noPartners: 'No partner sends members here yet.',
  member: (number: string, partner: string | undefined): string =>
    `${number}${partner === undefined ? '' : ` · ${partner}`}`,
  noMember: 'Not a member of anybody',
  changed: ({ changedBy, reason }: Person, ago: string): string =>
    `${reason === '' ? 'Made' : `“${reason}”,`} ${ago} by ${who(changedBy)}`,
  members: 'Whose member they are',
  membersMore: 'Any of them may open a door, and a ban is on all of them.',
  notSent: 'no partner has sent them yet',
  link: 'They are another member, too',
  linkIt: 'Join them',
  linked: 'They are one person now.',
  unlink: (name: string): string => `${name} is somebody else`,
  unlinkMore: 'From then on this member is somebody of whom staff have said nothing: no ban, no grant, no card.',

  standing: 'What staff say of them',
  standingMore: 'No partner changes any of it.',
  bannedMore: 'Nothing opens for them. It stays when they are erased.',
  disabledMore: 'Nothing opens for them, and doors say that access is switched off.',
  blockedMore: 'Nothing opens for them, and doors say that access is blocked.',
  extendedMore: 'For who needs more time at a door. No reason is asked.',
  change: 'Change it',
  why: 'Why is it so?',
  whyMissing: 'Say why: other staff read it.',
  save: 'Save',
  saved: 'It is so now. Boxes hear of it at once.',

  cards: 'Cards and short ids',
  lookingAtCards: 'their cards',
  noCards: 'None',
  kinds: { card: 'Card', short_id: 'Short id' } satisfies Readonly<Record<string, string>>,
  card: (kind: string, endsWith: string): string =>
    `${kind === 'card' ? 'Card' : kind === 'short_id' ? 'Short id' : kind} ending ${endsWith}`,
  /** The same within a sentence: `card 99AB`. */
  thisCard: (kind: string, endsWith: string): string =>
    `${kind === 'card' ? 'card' : kind === 'short_id' ? 'short id' : kind} ${endsWith}`,
  addedBy: (by: By, ago: string): string => `Added ${ago} by ${who(by)}`,
  asksPin: 'asks for the PIN',
  off: 'Switched off',
  turnOff: (name: string): string => `Switch ${name} off`,
  turnOn: (name: string): string => `Switch ${name} on again`,
  take: (name: string): string => `Take ${name} away`,
  takeMore: 'It opens nothing any more, and somebody else may get it.',
  replace: (name: string): string => `Replace ${name}`,
  replaceMore: 'The old one opens nothing from the moment on that the new one does.',
  giveCard: 'Give a card or short id',
  kind: 'What is it?',
  cardNumber: 'Number',
  cardNumberMore: 'Of a card what the reader gives, in hex; of a short id its 3 to 10 digits. It is not shown again.',
  cardNumberMissing: 'Give its number.',
  asksPinToo: 'It asks for their PIN, too',
  give: 'Give it',
  given: 'It counts. Boxes hear of it at once.',
  taken: 'It opens nothing any more.',

  pin: 'PIN',
  pinSet: (ago: string): string => `Set ${ago}`,
  noPin: 'None',
  setPin: 'Set a PIN',
  pinMore: '6 to 12 digits, neither one digit over and over nor a straight count. Alone it opens nothing.',
  pinWrong: 'It has 6 to 12 digits.',
  makePin: 'Make one up',
  thePin: 'PIN',
  pinOnce: 'It counts. Tell it to them now: it is not shown again.',
  takePin: 'Take the PIN away',
  takePinMore: 'What asks for it opens nothing without it, so that goes first.',

  grants: 'Grants by staff',
  lookingAtGrants: 'what staff have given',
  noGrants: 'None',
  targetOf: (target: Grant['target'], names: ReadonlyMap<string, string>): string => {
    if (target.to === 'facility') return 'Every door here';
    if (target.to === 'none') return 'Nothing, on purpose';
    const ids = target.to === 'doors' ? target.doorIds : target.scopes;
    return listed(ids.map((id) => names.get(id) ?? id));
  },
  /** Each part by the clocks of the facility; null where there is no bound. */
  lasts: (from: string | null, until: string | null): string =>
    [from === null ? undefined : `from ${from}`, until === null ? 'until it is taken back' : `until ${until}`]
      .filter(Boolean)
      .join(' '),
  over: 'Over',
  grantedBy: ({ grantedBy, reason }: Grant, ago: string): string =>
    `Given ${ago} by ${who(grantedBy)}${reason === '' ? '' : `: ${reason}`}`,
  breakGlass: 'Passes a lockdown',
  breakGlassToo: 'It passes a lockdown, and counts where a box has no word of the cloud',
  takeGrant: (target: string): string => `Take back: ${target}`,
  takeGrantMore: 'It opens nothing any more. Boxes hear of it at once.',
  giveGrant: 'Give access',
  grantIt: 'Give access',
  howLong: 'For how long?',
  spans: {
    '2': 'Two hours from now',
    '24': 'A day from now',
    '168': 'A week from now',
    times: 'Between two times',
    open: 'Until somebody takes it back',
  } satisfies Readonly<Record<string, string>>,
  from: (zone: string): string => `From (${zone})`,
  until: (zone: string): string => `Until (${zone})`,
  untilMissing: 'Say until when: later than from.',
  reason: 'Why? Other staff read it.',
  reasonMissing: 'Who passes a lockdown needs a reason.',

  record: 'Their record',
  recordMore: 'For somebody who asks what is stored of them, or wants it gone.',
  exportIt: 'Download all that is stored',
  exported: 'It is downloaded.',
  erase: 'Erase this member',
  eraseMore:
    'From every store: record, windows, picture, check-ins, cards, PIN and grants. It cannot be undone. A partner that sends them again makes a new member, so it must erase them as well. A ban stays.',
  type: (number: string): string => `Type ${number} to erase them`,
  typeWrong: 'That is not the number.',
  eraseIt: (name: string): string => `Erase ${name}`,
  erased: (name: string): string => `${name} is erased`,
  erasing: (name: string): string => `${name} is being erased`,
  goesOn: 'Something failed just now. A job goes on until all of it is done.',
  remains: 'Where something is left, and until when',
  where: 'Where',
  what: 'What',
  stays: 'Until',
  toMembers: 'To the members',
} as const;
