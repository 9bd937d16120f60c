import { goalTable } from './goal.ts';
import { cpuOf, goalsOf, type Round, type Unlocks } from './goals.ts';
import type { Measured } from './side.ts';
import { median, short, shortSpread, spreadOf } from './statistics.ts';
import { type Row, table } from './table.ts';

type Pick = (round: Round) => Measured | undefined;
const rowOf = (rounds: readonly Round[], name: string, inFlight: string, pick: Pick): Row => {
  const all = rounds.flatMap((round) => pick(round) ?? []);
  const spread = (value: (measured: Measured) => number) => shortSpread(spreadOf(all.map(value)));
  const parts = Object.keys(all[0]?.cpuUs ?? {});
  const byPart = parts.map((part) => `${part} ${short(median(all.map(({ cpuUs }) => cpuUs[part] ?? 0)))}`);
  return [
    name,
    inFlight,
    spread(({ p50Ms }) => p50Ms),
    spread(({ p99Ms }) => p99Ms),
    spread(({ perSecond }) => perSecond),
    parts.length > 1 ? `${spread(cpuOf)}: ${byPart.join(', ')}` : spread(cpuOf),
  ];
};

const measuredRows = (rounds: readonly Round[]): readonly Row[] => {
  const both = (name: string, pick: (round: Round) => { one?: Measured; many?: Measured } | undefined): Row[] => [
    rowOf(rounds, name, '1', (round) => pick(round)?.one),
    rowOf(rounds, name, '64', (round) => pick(round)?.many),
  ];
  return [
    ...both('no-op HTTPS POST', ({ noOp }) => noOp),
    rowOf(rounds, 'hot endpoint that does nothing', '64', ({ kit }) => kit.many),
    ...both('TCP echo', ({ echo }) => echo),
    rowOf(rounds, '4 KiB append + fdatasync', '1', ({ sync }) => sync),
    rowOf(rounds, 'Ed25519 sign + verify', '1', ({ signature }) => signature),
    ...both('MQTT command and confirmation, embedded', ({ embedded }) => embedded),
    ...(rounds[0]?.mosquitto ? both('MQTT command and confirmation, mosquitto', ({ mosquitto }) => mosquitto) : []),
    ...both('unlock, the cloud alone', ({ cloudAlone }) => cloudAlone),
    rowOf(rounds, 'unlock, the cloud alone, before the next two', '1', ({ readers }) => readers.alone),
    rowOf(rounds, 'unlock, 200 readers of the reference in another process', '1', ({ readers }) => readers.beside),
    rowOf(rounds, 'unlock, 200 readers of the reference', '1', ({ readers }) => readers.during),
    ...both('unlock, hold renewed, bus at 115200 baud', ({ fast }) => fast),
    ...both('unlock, hold renewed, bus at 9600 baud', ({ wired }) => wired),
  ];
};

const physicalRows = (rounds: readonly Round[]): readonly Row[] =>
  (['wired', 'fast'] as const).flatMap((bus) => {
    const name = bus === 'wired' ? '9600 baud' : '115200 baud';
    const ms = (value: (unlocks: Unlocks) => number) => shortSpread(spreadOf(rounds.map((round) => value(round[bus]))));
    return [
      [
        name,
        'from locked',
        ms((unlocks) => unlocks.busFromLockedMs),
        ms((unlocks) => unlocks.fromLockedMs),
        ms((unlocks) => unlocks.fromLockedMs - unlocks.busFromLockedMs),
      ],
      [
        name,
        'hold renewed',
        ms((unlocks) => unlocks.busRenewMs),
        ms((unlocks) => unlocks.one.p50Ms),
        ms((unlocks) => unlocks.one.p50Ms - unlocks.busRenewMs),
      ],
    ];
  });

/** Everything that a run of the unlock bench has to say: medians over the rounds, and (lowest..highest). */
export const unlockReport = (rounds: readonly Round[]): string =>
  [
    table(['side', 'in flight', 'p50 ms', 'p99 ms', 'per second', 'CPU µs each'], measuredRows(rounds)),
    table(['bus', 'one unlock', 'bus and lock alone, ms', 'whole unlock, ms', 'difference, ms'], physicalRows(rounds)),
    goalTable(goalsOf(rounds)),
  ].join('\n\n');
