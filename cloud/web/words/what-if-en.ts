import { counted } from './counting.ts';

/** The words of what would be otherwise. */
export const whatIfWords = {
  more: 'Who would get in where they do not, and the other way round, if something were changed. Nothing is changed by asking.',
  looking: 'what can be changed',
  what: 'What would be changed',
  kinds: {
    'scope-key': 'What a scope key opens',
    'plan-zone': 'What a zone of plans opens',
    'integration-off': 'A partner would be switched off here',
  } satisfies Readonly<Record<string, string>>,
  subject: { 'scope-key': 'Scope key', 'plan-zone': 'Zone', 'integration-off': 'Partner' } satisfies Readonly<
    Record<string, string>
  >,
  of: (name: string, partner: string): string => `${name} (${partner})`,
  none: 'There is none here',
  noneMore: 'No partner has sent such a thing to this facility yet.',
  ask: 'What would change?',
  goOn: 'Look at more members',
  period: (from: string, to: string): string => `From ${from} to ${to}.`,
  /** `14 would gain access, 3 would lose some; looked at 300 members.` */
  sum: (gaining: number, losing: number, looked: number): string =>
    `${counted(gaining, 'person', 'people')} would gain access, ${counted(losing, 'person', 'people')} would lose some: ${counted(looked, 'member', 'members')} looked at.`,
  nobody: 'Nothing would change for anybody',
  nobodyMore: 'Of those who were looked at, in that time.',
  unnamed: (n: number): string => `And for ${counted(n, 'more person', 'more people')}, who are not named here.`,
  who: 'Who',
  door: 'Door',
  gains: 'Would gain',
  loses: 'Would lose',
  nothing: '–',
  times: (first: string, n: number): string => (n === 1 ? first : `${first}, and ${n - 1} more`),
  removed: 'A door that was removed',
} as const;
