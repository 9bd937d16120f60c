import type { By } from '../client/platform-api.gen.ts';

/** The words of the page of an organisation. */
export const organisationPageWords = {
  one: 'Organisation',
  lookingAtOne: 'the organisation',
  facilities: 'Its facilities',
  lookingAtFacilities: 'its facilities',
  noFacilities: 'No facilities that you see',
  back: 'All organisations',
  keys: 'Partner keys that reach it',
  keysMore: 'Keys of partners who may know of this organisation. One that was made before needs your consent.',
  lookingAtKeys: 'the keys',
  noKeys: 'No partner has a key',
  reaches: 'Reaches it',
  reachesNot: 'Reaches nothing here',
  madeBy: (by: By): string => `made by ${by.name ?? by.id}`,
  letIn: (label: string, partner: string): string => `Let ${label} of ${partner} reach it`,
  letInMore: 'It acts at every facility here where its partner is on.',
  keepOut: (label: string, partner: string): string => `Keep ${label} of ${partner} out`,
  keepOutMore: (used: string): string => `${used}. The very next request with it finds nothing of this organisation.`,
} as const;
