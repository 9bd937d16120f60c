import type { Agreement, AgreementSummary, ClubAgreement, CuaConfig } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

type Requirement = AgreementSummary['requirement'];
type State = AgreementSummary['state'];

/** The words of agreements, as those who administer them write them. */
export const agreementLabels = {
  title: 'Agreements',
  more: 'What your clubs agree to, and the people at them. A version that was published never changes; what is new is the next one.',
  of: 'Whose agreements',
  everybody: 'The platform’s',
  none: 'No agreements of yours to write',
  noneMore: 'Whoever administers an organisation writes its agreements.',
  looking: 'the agreements',
  lookingAtOne: 'the agreement',
  lookingAtClubs: 'the clubs',
  lookingAtOutstanding: 'what is outstanding',
  find: 'In the title',
  which: 'Which',
  allStates: 'All',
  nothing: 'No agreement yet',
  nothingMore: 'Write the first one. Nobody is asked before you publish it.',
  nothingSo: 'None like that',
  nothingSoMore: 'Choose other ones, or all.',
  outstanding: 'Who is outstanding',
  nobodyOutstanding: 'Every club has acknowledged what it was asked',
  add: 'Write an agreement',
  back: 'All agreements',
  editor: 'The next version',
  agreementTitle: 'Title',
  titleMissing: 'Give it a title.',
  kind: 'Who agrees',
  requirement: 'What acknowledges it',
  body: 'What it says',
  bodyMissing: 'Write what it says.',
  changeNote: 'What is different from the version before',
  changeNoteMore: 'Those who are asked anew read it first.',
  effectiveOn: 'Holds from',
  effectiveOnMore: 'Where each club is. Without a day: from the day on that it is published.',
  reacknowledge: 'Whoever has acknowledged the version before is asked anew',
  audience: 'Whom it is for',
  audienceMore: 'None chosen: it is for nobody.',
  all: 'Every club',
  some: 'Those that I choose',
  attachments: 'Files',
  noAttachments: 'No files',
  attachmentsStay: 'A PDF or a document of Word, 20 MB at most. Files stay with the text from version to version.',
  attach: 'Attach a file',
  sendingFile: 'The file is being sent and looked through.',
  removeFile: 'Remove',
  changes: 'What changes against the version that counts',
  saveDraft: 'Save the draft',
  draftSaved: 'The draft is saved. Nobody else sees it.',
  publish: 'Publish it',
  published: 'It is published.',
  archive: 'Archive it',
  archiveMore: 'No club is asked any more. What was acknowledged stays so, and it can be published again.',
  archived: 'It is archived.',
  counts: 'What counts now',
  notPublished: 'Nothing was published yet',
  notPublishedMore: 'Nobody is asked before that.',
  versions: 'Versions',
  cua: 'How people are asked',
  askedOf: 'Who may be asked',
  validityDays: 'Days that it holds, once signed',
  validityDaysMore: 'Empty: it does not end by itself.',
  linkDays: 'Days that a link to sign is valid',
  reminderDays: 'Reminders, days after it was sent',
  reminderDaysMore: 'Such as 3, 7. Empty: nobody is reminded.',
  signers: 'Who signs',
  daysWrong: 'Give whole days, 1 at least.',
  linkDaysWrong: 'Give 1 to 90 days.',
  reminderDaysWrong: 'Give up to five days between 1 and 90, with commas between them.',
} as const;

export const KINDS: Readonly<Record<AgreementSummary['kind'], string>> = {
  club: 'Each club, as a whole',
  'club-user': 'People at clubs, each for themselves',
};
export const REQUIREMENTS: Readonly<Record<Requirement, string>> = {
  signature: 'A signature',
  checkbox: 'A box that is ticked',
  popup: 'That it was shown',
  none: 'Nothing: it is there to be read',
};
export const STATES: Readonly<Record<State, string>> = { draft: 'Draft', active: 'In force', archived: 'Archived' };
export const ASKED_OF: Readonly<Record<CuaConfig['askedOf'][number], string>> = {
  users: 'Users of the platform',
  members: 'Members of partners',
  others: 'Others, by name and e-mail',
};
export const SIGNERS: Readonly<Record<CuaConfig['signers'], string>> = {
  person: 'They alone',
  'person-or-guardian': 'They, or a guardian in their place',
};

const clubs = (n: number): string => counted(n, 'club', 'clubs');

interface Publishing {
  readonly agreement: Agreement | undefined;
  readonly requirement: Requirement;
  readonly reacknowledge: boolean;
  readonly effectiveOn: string;
}

/** What comes of publishing, as whoever does it is told first. */
const consequence = ({ agreement, requirement, reacknowledge, effectiveOn }: Publishing): string => {
  const from = effectiveOn === '' ? 'from today on' : `from ${effectiveOn} on`;
  const never = 'A published version cannot be changed or taken back.';
  if (requirement === 'none') return `It counts ${from}, and asks nobody for anything. ${never}`;
  if (agreement?.kind === 'club-user') return `Whoever is asked from now on is asked for this version. ${never}`;
  const version = agreement?.version ?? null;
  if (agreement === undefined || version === null)
    return `It counts ${from}, and every club that it is for is asked to acknowledge it. ${never}`;
  if (reacknowledge)
    return `It counts ${from}, and ${clubs(agreement.clubs)} are asked anew, ${clubs(agreement.acknowledged)} of which have acknowledged version ${version}. ${never}`;
  return `It counts ${from}. ${clubs(agreement.acknowledged)} that have acknowledged version ${version} are not asked again; it is never said that they accepted the new one. ${never}`;
};

export const agreementWords = {
  version: ({ version, effectiveOn, state }: AgreementSummary): string =>
    version === null ? STATES[state] : `${STATES[state]}, version ${version} from ${effectiveOn}`,
  acknowledged: ({ clubs: all, acknowledged }: AgreementSummary): string =>
    `${acknowledged} of ${clubs(all)} acknowledged`,
  outstanding: (n: number): string => `${n} outstanding`,
  draft: 'There is a draft of the next version',
  attached: (name: string): string => `${name} is attached. Save the draft to keep it.`,
  removeFile: (name: string): string => `Remove ${name}`,
  total: (total: number, overdue: number): string =>
    `${counted(total, 'acknowledgement is', 'acknowledgements are')} outstanding${overdue === 0 ? '' : `, ${overdue} overdue`}.`,
  owes: (n: number, overdue: number, since: string): string =>
    `${n} outstanding${overdue === 0 ? '' : `, ${overdue} overdue`}, the oldest since ${since}`,
  changed: (ago: string, by: string): string => `Changed ${ago} by ${by}`,
  consequence,
  oneVersion: (version: number, effectiveOn: string): string => `Version ${version}, from ${effectiveOn}`,
  publishedBy: (by: string, on: string): string => `Published by ${by} on ${on}`,
  carried: 'Those who had acknowledged the version before were not asked again',
  fewClubs: (n: number): string => `The first ${n} are shown. What is chosen besides stays chosen.`,
} as const;

/** The words of what one club is asked to agree to, and of signing it. */
export const clubAgreementLabels = {
  title: 'Agreements',
  more: 'What this club is asked to agree to, and what it has.',
  ofPeople: 'Agreements with people here',
  looking: 'what this club is asked',
  lookingAtOne: 'the document',
  sort: 'In the order of',
  acknowledgement: 'Acknowledged',
  requirement: 'What is asked',
  status: 'Asked',
  none: 'This club is asked for nothing',
  noneMore: 'What an organisation publishes for this club stands here.',
  noneSo: 'None like that',
  noneSoMore: 'Choose other ones, or all.',
  back: 'All agreements of this club',
  differs: 'What differs at this club',
  notHere: 'This part does not hold at this club.',
  files: 'Files',
  sign: 'Acknowledge it',
  statement: 'What you say by it',
  yourName: 'Your name',
  yourNameMissing: 'Write your name, as you sign.',
  yourTitle: 'What you are at the club',
  yourTitleMore: 'May be left empty.',
  how: 'How you sign',
  typed: 'By my name, as I typed it',
  drawn: 'By drawing it',
  field: 'Where you sign with a finger, a pen or a mouse',
  fieldEmpty: 'Nothing is drawn yet.',
  drawMissing: 'Draw your signature, or sign with your name as typed.',
  byKeys: 'Without a pen or a mouse, sign with your name as typed: it counts the same.',
  clear: 'Draw it again',
  accept: 'I have read it, and mean what stands above',
  acceptMissing: 'Say that you mean it.',
  send: 'Sign it',
  sent: 'It is acknowledged for this club.',
  managerOnly: 'Who manages the gym acknowledges it.',
  asSomebodyElse: 'You are here as somebody else: nobody signs as another.',
  changed: 'The document has changed since you read it',
  changedMore: 'Nothing was signed. Read it as it is now, then sign that.',
  readAgain: 'Read it as it is now',
  already: 'Somebody else has acknowledged it for this club',
  alreadyMore: 'One person does, and it counts for the club.',
  seeWho: 'See who did',
  evidence: 'The evidence',
  archived: 'It is asked of nobody any more.',
  nothingAsked: 'It is there to be read: nothing has to be acknowledged.',
} as const;

type Sort = 'date-effective' | 'alphabetical';
export const SORTS: Readonly<Record<Sort, string>> = {
  'date-effective': 'The day from which they hold',
  alphabetical: 'Their title',
};
export const ACKNOWLEDGEMENTS = {
  all: 'Whether or not',
  acknowledged: 'Acknowledged',
  unacknowledged: 'Not acknowledged',
} as const;
export const STATUSES = { all: 'Now or formerly', active: 'Now', archived: 'Formerly' } as const;
export const ASKS: Readonly<Record<'all' | Requirement, string>> = { all: 'Anything', ...REQUIREMENTS };

export const clubAgreementWords = {
  standing: ({ state, requirement, outstanding, overdue, acknowledged }: ClubAgreement): string => {
    if (acknowledged !== null) return 'Acknowledged';
    if (state === 'archived') return 'Not asked any more';
    if (overdue) return 'Overdue';
    if (outstanding) return 'Outstanding';
    return requirement === 'none' ? 'To be read' : 'Not asked';
  },
  holds: ({ version, effectiveOn }: ClubAgreement): string => `Version ${version}, from ${effectiveOn}`,
  acknowledged: (version: number, by: string, on: string): string => `Version ${version} by ${by} on ${on}`,
  differsFrom: (from: string, until: string | null): string =>
    until === null ? `From ${from} on.` : `From ${from} to ${until}.`,
  hash: (sha256: string): string => `SHA-256 of what you read: ${sha256}`,
} as const;
