import { type Goal, goalTable } from './goal.ts';
import { cpuOf } from './goals.ts';
import { type IngestResult, type IngestRound, STEPS, type Step, type Took } from './ingest.ts';
import { type Spread, short, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

const TITLES: Readonly<Record<Step, string>> = {
  parse: 'JSON.parse',
  read: 'UTF-8, scan and JSON.parse',
  judge: 'all checks, every member accepted',
  build: 'normal form, hash, program and record of each',
  raw: 'floor: JSON.parse and raw inserts, a row a window, nothing checked',
  push: 'whole push, SQLite',
  http: 'whole push, SQLite, over HTTPS',
  copy: 'floor: COPY of the same rows into a temporary table',
  postgres: 'whole push, PostgreSQL',
};

type Pick = (round: IngestRound) => number;
const over = ({ rounds }: IngestResult, value: Pick): Spread => spreadOf(rounds.map(value));
const ratio =
  (a: Step, b: Step, what: keyof Took): Pick =>
  ({ steps }) =>
    steps[a][what] / steps[b][what];

export const ingestGoals = (result: IngestResult): readonly Goal[] => [
  {
    name: 'G11',
    what: 'CPU of a push, SQLite ÷ JSON.parse and raw inserts',
    bound: { atMost: 0.9 },
    value: over(result, ratio('push', 'raw', 'cpuMs')),
  },
  {
    name: 'G11',
    what: 'time of a push, SQLite ÷ JSON.parse and raw inserts',
    bound: { atMost: 0.9 },
    value: over(result, ratio('push', 'raw', 'wallMs')),
  },
  {
    name: 'G12',
    what: 'CPU of all checks ÷ JSON.parse',
    bound: { atMost: 0.25 },
    value: over(result, ratio('judge', 'parse', 'cpuMs')),
  },
  {
    name: 'G13',
    what: 'time of a push, PostgreSQL ÷ COPY of the same rows',
    bound: { atMost: 1.25 },
    value: over(result, ratio('postgres', 'copy', 'wallMs')),
  },
  {
    name: 'G14',
    what: 'p99 of unlocks during pushes ÷ without',
    bound: { atMost: 1.5 },
    value: over(result, ({ unlocks }) => unlocks.during.p99Ms / unlocks.alone.p99Ms),
  },
];

const stepRows = (result: IngestResult) =>
  STEPS.map((step) => [
    TITLES[step],
    shortSpread(over(result, ({ steps }) => steps[step].wallMs)),
    step === 'copy' || step === 'postgres' ? '–' : shortSpread(over(result, ({ steps }) => steps[step].cpuMs)),
    step === 'copy' || step === 'postgres' ? '–' : short(over(result, ratio(step, 'parse', 'cpuMs')).median),
  ]);

const UNLOCKS = {
  alone: 'with nothing else',
  beside: 'while the same bytes go to a server that parses them and no more',
  during: 'while members are pushed',
} as const;

const unlockRows = (result: IngestResult) =>
  (Object.keys(UNLOCKS) as (keyof typeof UNLOCKS)[]).map((when) => [
    UNLOCKS[when],
    ...(['p50Ms', 'p99Ms', 'perSecond'] as const).map((what) =>
      shortSpread(over(result, ({ unlocks }) => unlocks[when][what])),
    ),
    shortSpread(over(result, ({ unlocks }) => cpuOf(unlocks[when]))),
  ]);

/** Everything that a run of the ingest bench has to say: medians over the rounds, and (lowest..highest). */
export const ingestReport = (result: IngestResult, members: number): string =>
  [
    `${members} members with 10 windows each, ${short(result.bytes / 1e6)} MB`,
    `${result.largest.members} of them, ${short(result.largest.bytes / 1e6)} MB, over HTTPS: ${short(result.largest.wallMs)} ms`,
    table(['', 'ms', 'CPU ms', 'CPU × JSON.parse'], stepRows(result)),
    `${shortSpread(over(result, ({ pushesPerSecond }) => pushesPerSecond))} pushes a second beside unlocks`,
    table(
      ['unlocks, one in flight', 'p50 ms', 'p99 ms', 'per second', 'CPU µs each, pushes included'],
      unlockRows(result),
    ),
    goalTable(ingestGoals(result)),
  ].join('\n\n');
