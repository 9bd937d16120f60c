import type { Answer } from '../client/client.ts';
import type { AuditActor, AuditDay, AuditEntry } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

type Window = Answer<'GET /api/admin/audit-logs/timeseries'>['timeWindow'];

const DAYS: Readonly<Record<AuditDay['state'], string>> = {
  intact: 'as it was sealed',
  forgotten: 'given up, its time being over',
  not_checked: 'not looked at',
  entries_missing: 'entries are missing',
  entries_added: 'entries were added',
  entries_changed: 'entries were changed',
  seal_broken: 'its seal does not fit the one before',
  seal_missing: 'it has no seal',
  forgotten_early: 'its entries are gone before their time',
};

/** The words of the audit. */
export const auditWords = {
  title: 'Audit',
  more: 'Everything that somebody or something asked of the platform, and what came of it. Times are UTC.',
  organisation: 'Organisation',
  allOrganisations: 'All of them',
  lookingAtOrganisations: 'whose audit you may read',
  noOrganisations: 'There is no audit that you may read',
  noOrganisationsMore: 'A role at a facility or an organisation lets you read what was done there.',
  email: 'Who (e-mail)',
  text: 'Anything in it',
  outcome: 'What came of it',
  classes: { '': 'Anything', '2xx': 'Done', '4xx': 'Refused', '5xx': 'Failed' } satisfies Readonly<
    Record<string, string>
  >,
  looking: 'the audit',
  none: 'Nothing that fits',
  noneMore: 'Nothing was asked so in this time.',
  details: 'Details',
  actor: ({ kind, name, email, actorId, deleted }: AuditActor): string =>
    `${name ?? email ?? (kind === 'other' ? `somebody unknown (${actorId})` : actorId)}${deleted ? ' (deleted)' : ''}`,
  actingAs: (who: string): string => `acting as ${who}`,
  outcomeOf: (outcome: string): string => (outcome === 'ok' ? 'done' : outcome.replaceAll('_', ' ')),
  place: ({ facility, organisation }: AuditEntry): string | undefined =>
    facility?.name ?? facility?.facilityId ?? organisation?.name ?? organisation?.organisationId,
  fields: {
    endpoint: 'Operation',
    status: 'Status',
    target: 'Done to',
    took: 'Took',
    address: 'From',
    request: 'Request',
    session: 'Session',
    way: 'Way',
  },
  took: (ms: number): string => counted(ms, 'millisecond', 'milliseconds'),
  charts: 'How much was asked',
  chartsMore: 'All that you may read, whatever is chosen above.',
  back: 'How far back',
  windows: {
    '1h': 'An hour',
    '12h': '12 hours',
    '24h': '24 hours',
    '7d': '7 days',
    '14d': '14 days',
  } satisfies Readonly<Record<Window, string>>,
  lookingAtCounts: 'the counts',
  requests: 'Requests',
  block: 'From (UTC)',
  series: { succeeded: 'Done', refused: 'Refused', failed: 'Failed' },
  busiest: 'Busiest operations',
  operation: 'Operation',
  average: 'Average (ms)',
  chain: 'Whether anything is gone',
  lookingAtChain: 'the seals',
  intact: (days: number): string =>
    days === 0
      ? 'No day is sealed yet: the first is an hour after its end.'
      : `All ${counted(days, 'sealed day', 'sealed days')} are as they were.`,
  broken: (days: number): string => `${counted(days, 'day is', 'days are')} not as sealed`,
  strays: (n: number): string => `${counted(n, 'entry is', 'entries are')} older than the first seal`,
  head: 'Newest seal',
  headMore: 'Note it down elsewhere: whoever makes seals anew cannot come to it there.',
  day: ({ day, state }: AuditDay): string => `${day}: ${DAYS[state]}`,
} as const;
