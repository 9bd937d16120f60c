import type { Answer } from '../client/client.ts';
import type { By, Job } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

type MailState = Answer<'GET /api/admin/mailbox'>['data'][number]['state'];

/** The words of what runs beside requests. */
export const jobWords = {
  title: 'Jobs',
  more: 'What the cloud does beside requests: it is tried again by itself, until it is given up.',
  looking: 'the jobs',
  which: 'Which',
  states: { queued: 'Waiting', running: 'Running', done: 'Done', dead: 'Given up' } satisfies Readonly<
    Record<Job['state'], string>
  >,
  all: 'All',
  kind: 'What is done',
  counted: (state: Job['state'], n: number): string => `${jobWords.states[state]}: ${n}`,
  none: 'No such job',
  noneMore: 'Nothing waits, runs, or was done so lately.',
  attempts: (n: number): string => counted(n, 'attempt', 'attempts'),
  due: (when: string): string => `due ${when}`,
  ended: (when: string): string => `ended ${when}`,
  leased: (by: string): string => `run by ${by}`,
  retry: 'Try again',
  retried: 'It is tried again.',
  discard: 'Give it up for good',
  discardMore: 'What it should have done is not done, and nobody tries it again.',
  discarded: 'It is given up.',
} as const;

/** The words of the platform’s e-mail. */
export const mailWords = {
  title: 'Mailbox',
  more: 'E-mail of the platform, as it was sent, or kept here where there is no mail server.',
  looking: 'the e-mail',
  lookingAtOne: 'the text',
  none: 'No e-mail yet',
  noneMore: 'Invitations, codes and digests stand here.',
  states: { kept: 'Kept here', queued: 'On its way', sent: 'Sent', refused: 'Refused' } satisfies Readonly<
    Record<MailState, string>
  >,
  to: (address: string): string => `to ${address}`,
  read: 'Read it',
  secret: 'It holds a code: only whoever it is for, and super admins, read it.',
  sensitive: 'Holds a code',
  attempts: (n: number): string => counted(n, 'attempt', 'attempts'),
} as const;

/** The words of how long things are kept. */
export const retentionWords = {
  title: 'Retention',
  more: 'How long records are kept. What is older goes each night, and does not come back.',
  looking: 'how long records are kept',
  daysOf: (what: string): string => `Days to keep ${what}`,
  bounds: (least: number, most: number, standard: number): string =>
    `${least} to ${counted(most, 'day', 'days')}, ${standard} unless somebody sets it`,
  outside: (least: number, most: number): string => `Give ${least} to ${most} days.`,
  setBy: (by: By, when: string): string => `Set by ${by.name ?? by.id}, ${when}`,
  keep: 'Keep it so long',
  keepMore: (now: number, days: number): string =>
    days < now
      ? `Now ${counted(now, 'day', 'days')} are kept. What is older than ${counted(days, 'day', 'days')} goes tonight, and does not come back.`
      : `Now ${counted(now, 'day', 'days')} are kept. What has gone already does not come back.`,
  standard: 'As usual',
  changed: 'It is kept so long from now on.',
} as const;

/** The words of organisations. */
export const organisationWords = {
  title: 'Organisations',
  more: 'Whose facilities they are.',
  looking: 'the organisations',
  search: 'Find by name',
  none: 'No organisations',
  noneMore: 'You do not hold a right in any yet.',
  notFound: 'None has that in its name',
  facilities: (n: number): string => counted(n, 'facility', 'facilities'),
  add: 'Add an organisation',
  name: 'Name',
  nameMissing: 'Give it a name.',
  added: (name: string): string => `${name} is added.`,
  rename: 'Rename it',
  renamed: 'It has its new name.',
  webhooks: 'Webhooks',
} as const;
