import type { SmsMessage } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

type RecipientState = keyof SmsMessage['counts'];

/** The words of text messages. */
export const messageLabels = {
  title: 'Messages',
  more: 'Text messages to members and users. Whether somebody gets one is judged at the minute when it goes out: by what they agreed to, and by quiet hours where they are.',
  of: 'In whose name',
  none: 'No messages of yours to write',
  noneMore: 'Whoever administers an organisation writes its messages.',
  looking: 'the messages',
  lookingAtOne: 'who it goes to',
  lookingAtClubs: 'the gyms',
  write: 'Write a message',
  kind: 'What it is',
  place: 'In the name of',
  placeMore: 'A gym’s clock says when it is night: numbers and users need one.',
  text: 'What it says',
  textMissing: 'Write what it says.',
  valueMissing: 'A few words, without an address of a page.',
  template: 'What it tells',
  recipients: 'Whom it goes to',
  recipientsMore:
    'One on each line: a number such as +61400000000, a user (usr_…), or a partner and a member (ptr_…/m-1042).',
  recipientsMissing: 'Say whom it goes to.',
  when: 'When',
  now: 'Now',
  later: 'Later, by the clocks where each of them is',
  at: 'At this minute, where they are',
  atMissing: 'Say when.',
  asSent: 'As it is sent',
  send: 'Send it',
  sendMore: 'What was handed over cannot be taken back.',
  nothing: 'Nothing was written yet',
  nothingMore: 'Messages stand here, with what became of each.',
  details: 'Who gets it',
  cancel: 'Cancel it',
  cancelMore: 'Whoever it has not gone out to never gets it. What has gone out cannot be taken back.',
  quiet: 'Quiet hours',
  quietMore: 'Nobody gets marketing then, by the clocks of the gym. It waits for their end.',
  lookingAtQuiet: 'the quiet hours',
  gym: 'Gym',
  quietFrom: 'From',
  quietUntil: 'Until',
  keep: 'Keep them',
  kept: 'They count from now on, also for what is scheduled.',
  same: 'They cannot begin and end at the same minute.',
  usual: 'Nobody has set them: they are as usual.',
  noGyms: 'No gyms yet',
} as const;

export const KINDS = {
  marketing: 'Marketing: only to those who agreed, and never in quiet hours',
  transactional: 'Something that they have to know',
} as const;
export const WHENS = { now: messageLabels.now, later: messageLabels.later } as const;
export const STATES: Readonly<Record<SmsMessage['state'], string>> = {
  scheduled: 'Scheduled',
  sending: 'Going out',
  done: 'Done',
  cancelled: 'Cancelled',
};
export const RECIPIENT_STATES: Readonly<Record<RecipientState, string>> = {
  waiting: 'waiting for its time',
  quiet: 'waiting for the end of quiet hours',
  handing: 'being handed over',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'did not reach them',
  failed: 'refused',
  opted_out: 'want none',
  skipped: 'not handed over',
};
const SKIPPED: Readonly<Record<string, string>> = {
  unknown: 'nobody there is known so',
  no_number: 'there is no number of theirs',
  not_a_number: 'it can be nobody’s number',
  named_twice: 'the number comes earlier already',
};
const ERRORS: Readonly<Record<string, string>> = {
  no_consent: 'they have not agreed to marketing',
  late: 'it was too late for it',
  cancelled: 'it was cancelled',
  erased: 'they were erased',
  unknown: 'nobody knows what became of it',
};

export const messageWords = {
  shape: (segments: number, length: number): string =>
    `${counted(segments, 'part', 'parts')} for each of them, ${counted(length, 'character', 'characters')} with who it is from and how to end it.`,
  forcing: (characters: readonly string[]): string =>
    `Sent as UCS-2, in shorter parts, because of ${listed(characters.map((one) => `“${one}”`))}.`,
  accepted: (n: number, segments: number): string =>
    `It goes to ${counted(n, 'person', 'people')}, in ${counted(segments, 'part', 'parts')} for each.`,
  skipped: (line: number, reason: string): string => `Line ${line} is left out: ${SKIPPED[reason] ?? reason}.`,
  badLines: (lines: readonly number[]): string =>
    `${lines.length === 1 ? 'Line' : 'Lines'} ${listed(lines.map(String))}: neither a number nor a user nor a member.`,
  tooMany: (most: number): string => `${most} at most.`,
  quietThere: (from: string, until: string): string => `Quiet from ${from} to ${until} there.`,
  counts: (counts: SmsMessage['counts']): string =>
    (Object.keys(RECIPIENT_STATES) as RecipientState[])
      .filter((state) => counts[state] > 0)
      .map((state) => `${counts[state]} ${RECIPIENT_STATES[state]}`)
      .join(', '),
  parts: (segments: number): string => counted(segments, 'part', 'parts'),
  written: (ago: string, by: string): string => `Written ${ago} by ${by}`,
  sendAt: (at: string): string => `Goes out ${at} UTC`,
  sendLocal: (minute: string): string => `Goes out at ${minute.replace('T', ' ')}, where each of them is`,
  recipient: (state: RecipientState, error: string | null): string =>
    error === null ? RECIPIENT_STATES[state] : `${RECIPIENT_STATES[state]}: ${ERRORS[error] ?? `error ${error}`}`,
  erased: 'Somebody who was erased',
  cancelled: (n: number): string => `${counted(n, 'person does', 'people do')} not get it.`,
} as const;
