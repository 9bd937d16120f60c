import type { EdgeResult } from './edge.ts';
import type { AgentStart } from './edge-agent.ts';
import { type Goal, goalTable } from './goal.ts';
import { median, percentile, type Spread, short, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

const IDLE_MEGABYTES = 90;
const CROWDED_MEGABYTES = 160;
const BEYOND_BUS_MS = 20;

/** Rows per second against syncs per second: what part of a sync one durable fact costs. */
const rowsInSyncs = ({ journal }: EdgeResult): Spread =>
  spreadOf(journal.map(({ sync, append }) => sync.perSecond / append.perSecond));
const beyondBus = ({ door }: EdgeResult): number => percentile(door.entries, 0.99) - median(door.pulses);
const of = (starts: readonly AgentStart[], field: keyof AgentStart): Spread =>
  spreadOf(starts.map((start) => start[field]));

export const edgeGoals = (result: EdgeResult): readonly Goal[] => [
  {
    name: 'G10, p50',
    what: 'decision by the store on disk ÷ the same from memory',
    bound: { atMost: 4 },
    value: spreadOf(result.decisions.rounds.map(({ store, memory }) => store.p50Us / memory.p50Us)),
  },
  {
    name: 'G10, p99',
    what: 'p99 of a decision by the store ÷ its p50',
    bound: { atMost: 8 },
    value: spreadOf(result.decisions.rounds.map(({ store }) => store.p99Us / store.p50Us)),
  },
  {
    name: 'G18',
    what: `a durable fact, many in flight, in syncs of 4 KiB`,
    bound: { atMost: 0.03 },
    value: rowsInSyncs(result),
  },
  {
    name: 'G19, idle',
    what: 'resident memory of the bundled agent, MB',
    bound: { atMost: IDLE_MEGABYTES },
    value: of(result.starts.bundled, 'idleMegabytes'),
  },
  {
    name: 'G19, members',
    what: 'the same with all members, MB',
    bound: { atMost: CROWDED_MEGABYTES },
    value: of(result.starts.crowded, 'idleMegabytes'),
  },
  {
    name: 'G20',
    what: 'p99 from presenting to the lock’s move, beyond a bare master’s median, ms',
    bound: { atMost: BEYOND_BUS_MS },
    value: spreadOf([beyondBus(result)]),
  },
];

export const edgeReport = (result: EdgeResult, members: number): string => {
  const { decisions, door, starts, journal } = result;
  const us = (way: 'memory' | 'store' | 'credential', part: 'p50Us' | 'p99Us') =>
    shortSpread(spreadOf(decisions.rounds.map((round) => round[way][part])));
  return [
    goalTable(edgeGoals(result)),
    table(
      [`decision, ${members} members`, 'p50 µs', 'p99 µs'],
      [
        ['from memory', us('memory', 'p50Us'), us('memory', 'p99Us')],
        ['by number, from the store', us('store', 'p50Us'), us('store', 'p99Us')],
        ['by what was presented, from the store', us('credential', 'p50Us'), us('credential', 'p99Us')],
      ],
    ),
    `the snapshot of ${members} members, until it decides: ${short(decisions.writtenMs)} ms`,
    table(
      ['until the lock has moved', 'p50 ms', 'p99 ms'],
      [
        ['bare master’s pulse', short(median(door.pulses)), short(percentile(door.pulses, 0.99))],
        ['member presented', short(median(door.entries)), short(percentile(door.entries, 0.99))],
      ],
    ),
    table(
      ['journal', 'per second', 'p50 ms', 'p99 ms'],
      [
        ['4 KiB append + fdatasync', ...parts(journal.map(({ sync }) => sync))],
        ['facts, many in flight', ...parts(journal.map(({ append }) => append))],
      ],
    ),
    table(
      ['agent, cloud away', 'ready ms', 'idle MB'],
      (['source', 'bundled', 'crowded'] as const).map((way) => [
        { source: 'from source', bundled: 'bundled', crowded: `bundled, ${members} members` }[way],
        shortSpread(of(starts[way], 'readyMs')),
        shortSpread(of(starts[way], 'idleMegabytes')),
      ]),
    ),
  ].join('\n\n');
};

const parts = (rounds: readonly { perSecond: number; p50Ms: number; p99Ms: number }[]): readonly string[] =>
  (['perSecond', 'p50Ms', 'p99Ms'] as const).map((part) => shortSpread(spreadOf(rounds.map((round) => round[part]))));
