import type { Engine } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { type AuditResult, type AuditRound, QUESTIONS, type Question } from './audit.ts';
import { type Goal, goalTable } from './goal.ts';
import { type Spread, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

const WHAT: Readonly<Record<Question, string>> = {
  newest: 'floor: the newest 50 rows, bare',
  search: 'search, everything',
  searchOrganisation: 'search in one organisation',
  searchRare: 'search for what there is not: one page',
  byAddress: 'the last 100 of an address',
  byUser: 'the last 100 of a user',
  count24h: 'floor: count(*) of 24 hours',
  statistics: 'statistics of 24 hours',
  series24h: 'time series, 24h',
  errors: 'error summary of 24 hours',
  cached: 'cached statistics, kept',
  count14d: 'floor: count(*) of 14 days',
  series14d: 'time series, 14d: every entry',
};
const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

export const auditGoals = ({ rounds }: AuditResult): readonly Goal[] =>
  ENGINES.flatMap((engine) => {
    const over = (value: (round: AuditRound) => number): Spread => spreadOf(rounds[engine].map(value));
    const ratio = (above: Question, below: Question) => over((round) => round[above].ms / round[below].ms);
    return [
      {
        name: 'A1',
        what: `${engine}: search of everything ÷ the newest 50 rows, bare`,
        bound: { atMost: 10 },
        value: ratio('search', 'newest'),
      },
      {
        name: 'A2',
        what: `${engine}: statistics of 24 hours ÷ count(*) over the same index`,
        bound: { atMost: 50 },
        value: ratio('statistics', 'count24h'),
      },
      {
        name: 'A3',
        what: `${engine}: time series of 14 days ÷ count(*) over the same index`,
        bound: { atMost: 10 },
        value: ratio('series14d', 'count14d'),
      },
      {
        name: 'A4',
        what: `${engine}: longest piece of work in the thread that unlocks, for any question, CPU ms`,
        bound: { atMost: 50 },
        value: over((round) => Math.max(...ASKED.map((name) => round[name].blockedMs))),
      },
    ] satisfies Goal[];
  });

const ASKED = QUESTIONS.filter((name) => !WHAT[name].startsWith('floor'));

export const auditReport = (result: AuditResult): string =>
  [
    `${result.entries} entries`,
    table(
      ['question', ...ENGINES.flatMap((engine) => [`${engine}, ms`, 'longest piece, CPU ms'])],
      QUESTIONS.map((name) => [
        WHAT[name],
        ...ENGINES.flatMap((engine) => {
          const asked = result.rounds[engine].map((round) => round[name]);
          return [asked.map(({ ms }) => ms), asked.map(({ blockedMs }) => blockedMs)].map((all) =>
            shortSpread(spreadOf(all)),
          );
        }),
      ]),
    ),
    goalTable(auditGoals(result)),
  ].join('\n\n');
