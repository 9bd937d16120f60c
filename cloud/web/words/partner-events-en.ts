import { counted } from './counting.ts';

/** What the page of a partner’s events says as it is. */
export const feedLabels = {
  more: 'What GET /partner/v1/events answers, the oldest first: asked with a key of this page, which reaches what your keys reach.',
  looking: 'your events',
  after: 'After the cursor',
  afterMore: 'The cursor is next of an earlier answer. Without one it begins 30 days ago.',
  limit: 'How many at most',
  kind: 'Kind',
  kindMore:
    'Kind is how it begins, such as unlock or access. The feed gives all kinds and facilities: others are left out on this page alone.',
  facility: 'Facility ID',
  read: 'Read',
  curl: 'The same with curl',
  copy: 'Copy',
  none: 'No events',
  noneMore: 'Nothing has happened after this cursor, or nothing of what was asked for.',
  goOn: 'Go on',
  toTheOldest: 'Back to the oldest',
  incomplete: 'Events that followed this cursor are gone: past their 30 days, or lost in a restore.',
  answer: 'The answer',
  data: 'What it tells',
} as const;

export const feedWords = {
  count: (shown: number, all: number, more: boolean): string =>
    `${shown === all ? counted(all, 'event', 'events') : `${shown} of ${counted(all, 'event', 'events')}`}${more ? ', and there are more' : ''}`,
} as const;
