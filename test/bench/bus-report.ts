import { wireMs } from '@gatehouse/edge/drivers/serial/settings.ts';
import { LOCK_KINDS } from '@gatehouse/firmware-sim/world/lock-kinds.ts';
import type { BusResult } from './bus.ts';
import type { BoardLine, ReaderLine } from './field.ts';
import { median, percentile, short, shortSpread, spreadOf } from './statistics.ts';
import { table } from './table.ts';

/** The order's bytes, the lock's travel, and the answer to a question that came just in time. */
const leastUnlockMs = ({ baud, command, inputs }: BoardLine): number =>
  wireMs(baud, command.asked) + LOCK_KINDS.strike.releaseTravel + wireMs(baud, inputs.answered);
const leastCardMs = ({ baud, card }: ReaderLine): number => wireMs(baud, card);

const spread = (values: readonly number[]): string => `${short(median(values))}, ${short(percentile(values, 0.99))}`;

interface Ordered {
  readonly name: string;
  readonly unlocks: readonly (readonly number[])[];
  /** The least that can be, in each round. */
  readonly least: readonly number[];
}
const ordered = ({ boards, apart }: BusResult): Ordered[] => [
  ...boards.map(({ line, unlocks }) => ({
    name: line.name,
    unlocks,
    least: unlocks.map(() => leastUnlockMs(line)),
  })),
  ...apart.map(({ name, unlocks, bare }) => ({
    name,
    unlocks,
    least: bare.map((round) => LOCK_KINDS.strike.releaseTravel + median(round)),
  })),
];
/** One number of each round; where all are the same, that one. */
const byRound = (values: readonly number[]): string =>
  new Set(values).size === 1 ? short(values[0] ?? Number.NaN) : shortSpread(spreadOf(values));

/** Everything that a run of the bus bench has to say. */
export const busReport = (result: BusResult): string => {
  const { apart, missing, readers, telling, idle } = result;
  return [
    table(
      ['line', 'from the order to the sense, ms: p50', 'p99', 'the least that can be, ms', 'p50 ÷ that'],
      ordered(result).map(({ name, unlocks, least }) => [
        name,
        byRound(unlocks.map(median)),
        short(percentile(unlocks.flat(), 0.99)),
        byRound(least),
        byRound(unlocks.map((round, at) => median(round) / (least[at] ?? Number.NaN))),
      ]),
    ),
    ...missing,
    table(
      ['bare round trip', 'ms: p50', 'p99'],
      apart.map(({ name, bare }) => [name, byRound(bare.map(median)), short(percentile(bare.flat(), 0.99))]),
    ),
    table(
      ['line', 'readers', 'from the card to the agent, ms: p50, p99', 'its bytes alone, ms', 'polls a second'],
      readers.map(({ line, cards, pollsPerSecond }) => [
        line.name,
        String(line.readers),
        spread(cards),
        short(leastCardMs(line)),
        pollsPerSecond.length === 0 ? '–' : shortSpread(spreadOf(pollsPerSecond)),
      ]),
    ),
    `Telling the simulator takes ${spread(telling)} ms, which is in every card.`,
    table(
      ['idle line', 'processor time, ms a second'],
      idle.map(({ name, cpuMsPerSecond }) => [name, shortSpread(spreadOf(cpuMsPerSecond))]),
    ),
  ].join('\n\n');
};
