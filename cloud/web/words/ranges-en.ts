import type { Last } from '../kit/time-range.ts';

/** The words in which a period is chosen. */
export const rangeWords = {
  when: 'When',
  any: 'The newest',
  between: 'Between two times',
  lasts: {
    '1h': 'The last hour',
    '24h': 'The last 24 hours',
    '7d': 'The last 7 days',
    '30d': 'The last 30 days',
  } satisfies Readonly<Record<Last, string>>,
  from: (zone: string): string => `From (${zone})`,
  to: (zone: string): string => `Until (${zone})`,
} as const;
