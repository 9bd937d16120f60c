import type { By } from '../client/platform-api.gen.ts';

/** Why a lockdown was begun. */
export const lockdownWords = {
  noReason: 'Nobody has said why yet',
  saidBy: (by: By, when: string): string => `Said by ${by.name ?? by.id}, ${when}`,
  why: 'Why are the doors locked down?',
  whyMissing: 'Say why: whoever comes next reads it.',
  sayWhy: 'Say why',
  sayAnew: 'Say otherwise why',
  said: 'It is on record.',
} as const;
