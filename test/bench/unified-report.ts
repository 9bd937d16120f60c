import { type Goal, goalTable } from './goal.ts';
import { cpuOf } from './goals.ts';
import type { Measured } from './side.ts';
import { type Spread, shortSpread, spreadOf } from './statistics.ts';
import { CHANGES_A_SECOND, SUBSCRIBERS } from './subscribers.ts';
import { table } from './table.ts';
import { BOMB_NAMES, type UnifiedRound, USERS } from './unified.ts';
import { GYMS } from './unified-gyms.ts';

export const unifiedGoals = (rounds: readonly UnifiedRound[]): readonly Goal[] => {
  const over = (value: (round: UnifiedRound) => number): Spread => spreadOf(rounds.map(value));
  return [
    {
      name: 'U1',
      what: 'CPU of a read by the REST mirror ÷ the same by the platform API',
      bound: { atMost: 1.1 },
      value: over(({ mirror, platform }) => cpuOf(mirror) / cpuOf(platform)),
    },
    {
      name: 'U2',
      what: 'CPU of a query of one field ÷ the platform call that reads it',
      bound: { atMost: 3 },
      value: over(({ oneField, platform }) => cpuOf(oneField) / cpuOf(platform)),
    },
    {
      name: 'U3',
      what: `CPU of a query of ${GYMS} facilities, their doors and states ÷ \`many\` of these alone`,
      bound: { atMost: 2 },
      value: over(({ gyms, many }) => cpuOf(gyms) / cpuOf(many)),
    },
    {
      name: 'U4',
      what: 'a document that is refused for what it would cost, the dearest kind, CPU ms',
      bound: { atMost: 5 },
      value: over(({ bombs }) => Math.max(...BOMB_NAMES.map((name) => cpuOf(bombs[name]) / 1_000))),
    },
    {
      name: 'U5',
      what: `p99 of one unlock in flight, ${USERS} users asking for all of that as often as they may ÷ without`,
      bound: { atMost: 1.5 },
      value: over(({ unlock: { alone, during } }) => during.p99Ms / alone.p99Ms),
    },
    {
      name: 'U6',
      what: `from a report of a door until the last of ${SUBSCRIBERS} subscribers has it, p99, ms`,
      bound: { atMost: 250 },
      value: over(({ subscribed }) => subscribed.lastP99Ms),
    },
    {
      name: 'U7',
      what: `CPU of ${SUBSCRIBERS} subscribers at ${CHANGES_A_SECOND} changes a second ÷ bare sockets that are written the same`,
      bound: { atMost: 3 },
      value: over(({ subscribed: { subscribedCpu, aloneCpu, bareCpu } }) => (subscribedCpu - aloneCpu) / bareCpu),
    },
  ];
};

export const unifiedReport = (rounds: readonly UnifiedRound[]): string => {
  const row = (name: string, of: (round: UnifiedRound) => Measured) => [
    name,
    shortSpread(spreadOf(rounds.map((round) => cpuOf(of(round)) / 1_000))),
    shortSpread(spreadOf(rounds.map((round) => of(round).p50Ms))),
    shortSpread(spreadOf(rounds.map((round) => of(round).p99Ms))),
  ];
  return [
    table(
      ['one in flight', 'CPU of the cloud, ms', 'p50, ms', 'p99, ms'],
      [
        row('platform API: an organisation', ({ platform }) => platform),
        row('REST mirror: the same', ({ mirror }) => mirror),
        row('GraphQL: one field of it', ({ oneField }) => oneField),
        row(`\`many\` of ${GYMS} facilities alone`, ({ many }) => many),
        row(`GraphQL: ${GYMS} facilities, doors, states`, ({ gyms }) => gyms),
        row('unlock alone', ({ unlock }) => unlock.alone),
        row('unlock meanwhile', ({ unlock }) => unlock.during),
        ...BOMB_NAMES.map((name) => row(`refused: ${name}`, ({ bombs }) => bombs[name])),
      ],
    ),
    goalTable(unifiedGoals(rounds)),
  ].join('\n\n');
};
