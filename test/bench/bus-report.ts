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

/** Everything that a run of the bus bench has to say. */
export const busReport = ({ boards, readers, telling, idle }: BusResult): string =>
  [
    table(
      ['line', 'from the order to the sense, ms: p50, p99', 'bytes and lock alone, ms', 'p50 ÷ that'],
      boards.map(({ line, unlocks }) => [
        line.name,
        spread(unlocks),
        short(leastUnlockMs(line)),
        short(median(unlocks) / leastUnlockMs(line)),
      ]),
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
