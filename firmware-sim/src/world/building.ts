import { z } from 'zod';
import { BoardPlan, DoorPlan, GpioBusPlan, Input, Name, ReaderPlan, SerialBusPlan, terminalsOf } from './plans.ts';

/** A building as a JSON file describes it. */
export const Building = z
  .strictObject({
    title: z.string().min(1).max(80),
    buses: z.array(z.union([GpioBusPlan, SerialBusPlan])).max(16),
    boards: z.array(BoardPlan).max(64),
    doors: z.array(DoorPlan).min(1).max(64),
    readers: z.array(ReaderPlan).max(128).default([]),
    /** The input that shows the fire alarm to a board, if one does; `active` says in which state it is on: a cut loop is off. */
    fire: z
      .strictObject({ board: Name, input: Input, active: z.enum(['alarm', 'normal']).default('alarm') })
      .optional(),
  })
  .check(({ value, issues }) => {
    for (const message of problemsOf(value)) issues.push({ code: 'custom', message, input: value });
  });
export type Building = z.output<typeof Building>;

type Unchecked = Pick<Building, 'buses' | 'boards' | 'doors' | 'readers' | 'fire'>;

const problemsOf = (building: Unchecked): string[] => [
  ...twinProblems(building),
  ...busProblems(building),
  ...lineProblems(building),
  ...doorProblems(building),
];

const repeated = (all: readonly string[]): string[] => [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];

const twinProblems = ({ buses, boards, doors, readers, fire }: Unchecked): string[] => [
  ...[buses, [...boards, ...readers], doors].flatMap((group) =>
    repeated(group.map((one) => one.name)).map((twin) => `the name "${twin}" is used twice`),
  ),
  ...repeated(
    [...boards, ...readers].flatMap((one) => ('address' in one ? [`${one.bus} address ${one.address}`] : [])),
  ).map((twin) => `two boards answer on ${twin}`),
  ...repeated(doors.map((door) => `${door.board} relay ${door.channel}`)).map((twin) => `two doors share ${twin}`),
  ...repeated([
    ...inputsUsed(doors).map(({ board, input }) => `${board} input ${input}`),
    ...(fire ? [`${fire.board} input ${fire.input}`] : []),
  ]).map((twin) => `two things are wired to ${twin}`),
  ...repeated(
    boards.flatMap((board) =>
      board.kind === 'gpio' ? [...board.relays, ...board.inputs].map((line) => `${board.bus} line ${line}`) : [],
    ),
  ).map((twin) => `two things are wired to ${twin}`),
];

/** Two kinds that talk differently cannot share a line, and those without an address share it with nobody. */
const busProblems = ({ buses, boards, readers }: Unchecked): string[] => {
  const wired = [...boards, ...readers].flatMap((one) => ('bus' in one ? [one] : []));
  return [
    ...wired
      .filter((one) => !buses.some(({ name, kind }) => name === one.bus && (kind === 'gpio') === (one.kind === 'gpio')))
      .map(
        (one) =>
          `${one.kind === 'osdp' || one.kind === 'scanner' ? 'reader' : 'board'} "${one.name}" is on no known bus`,
      ),
    ...buses.flatMap(({ name, kind }) => {
      const on = wired.filter((one) => one.bus === name);
      const kinds = new Set(on.map((one) => one.kind));
      if (kinds.size > 1) return [`bus "${name}" has ${[...kinds].join(' and ')} on it, which do not talk alike`];
      const alone = kind !== 'gpio' && on.some((one) => !('address' in one));
      return alone && on.length > 1 ? [`bus "${name}" has room for one ${[...kinds].join()} only`] : [];
    }),
  ];
};

/** The kernel numbers the lines of all chips in one row, and drivers know a chip by its label. */
const lineProblems = ({ buses, boards }: Unchecked): string[] => {
  const chips = buses.filter((bus) => bus.kind === 'gpio');
  return [
    ...repeated(chips.map(({ label }) => label)).map((twin) => `two buses have the label "${twin}"`),
    ...chips.flatMap((one, at) =>
      chips
        .slice(at + 1)
        .filter((other) => one.base < other.base + other.lines && other.base < one.base + one.lines)
        .map((other) => `lines of bus "${one.name}" and bus "${other.name}" have the same numbers`),
    ),
    ...boards.flatMap((board) => {
      const chip = chips.find(({ name }) => 'bus' in board && name === board.bus);
      if (board.kind !== 'gpio' || chip === undefined) return [];
      return [...board.relays, ...board.inputs]
        .filter((line) => line >= chip.lines)
        .map((line) => `board "${board.name}" is on line ${line}, which bus "${chip.name}" does not have`);
    }),
  ];
};

const doorProblems = ({ boards, doors, readers, fire }: Unchecked): string[] => {
  const terminals = new Map([...boards, ...readers].map((one) => [one.name, terminalsOf(one)]));
  return [
    ...readers
      .filter(({ door }) => !doors.some(({ name }) => name === door))
      .map(({ name }) => `reader "${name}" is at no known door`),
    ...doors
      .filter(({ board, channel }) => channel >= (terminals.get(board)?.relays ?? 0))
      .map(({ name, board, channel }) =>
        terminals.has(board)
          ? `door "${name}" is on relay ${channel}, which "${board}" does not have`
          : `door "${name}" is on no known board`,
      ),
    ...[...inputsUsed(doors), ...(fire ? [fire] : [])]
      .filter(({ board, input }) => terminals.has(board) && input >= (terminals.get(board)?.inputs ?? 0))
      .map(({ board, input }) => `"${board}" has no input ${input}`),
  ];
};

const inputsUsed = (doors: readonly DoorPlan[]): { readonly board: string; readonly input: number }[] =>
  doors.flatMap((door) =>
    [door.sense, door.contact, door.rex].flatMap((point) =>
      point ? [{ board: point.board ?? door.board, input: point.input }] : [],
    ),
  );
