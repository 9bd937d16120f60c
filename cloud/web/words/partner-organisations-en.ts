import type { LinkedFacility, LinkedOrganisation } from '../client/console-api.gen.ts';
import { counted, span } from './counting.ts';

/** What the page of a partner’s organisations says as it is. */
export const linkLabels = {
  more: 'Whose gyms your account is opened to, and what is missing where your requests do not reach them.',
  looking: 'your organisations',
  none: 'No organisations yet',
  noneMore: 'Whoever runs the platform opens your account to them.',
  id: 'Organisation ID',
  missing: 'What is missing',
  facilities: 'Its facilities',
  lookingAtFacilities: 'the facilities',
  noFacilities: 'None has enabled your integration yet',
  code: 'Your code',
  noCode: 'has no code of yours',
  facilityId: 'Facility ID',
} as const;

const STATES: Readonly<Record<LinkedOrganisation['state'], string>> = {
  linked: 'Linked',
  waiting: 'Waiting',
  refused: 'Refused',
  ended: 'Ended',
};

const MISSING: Readonly<Record<LinkedOrganisation['missing'][number], string>> = {
  key: 'A key: make one here.',
  consent: 'Consent: an admin of the organisation lets one of your keys reach it.',
  enabling: 'A facility: its staff enable your integration in its settings.',
  identifier: 'Your code: staff of the facilities enter it in their settings.',
};

export const linkWords = {
  state: (state: LinkedOrganisation['state'] | LinkedFacility['state']): string => STATES[state],
  missing: (what: LinkedOrganisation['missing'][number]): string => MISSING[what],
  standing: (ms: number | undefined): string => (ms === undefined ? 'for a long time' : `for ${span(ms)}`),
  facilities: ({ all, linked, unnamed, ended }: LinkedOrganisation['facilities']): string =>
    [
      `${linked} of ${counted(all, 'facility', 'facilities')} linked`,
      ...(unnamed > 0 ? [`${unnamed} without your code`] : []),
      ...(ended > 0 ? [`${ended} ended`] : []),
    ].join(', '),
} as const;
