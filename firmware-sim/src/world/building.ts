import { z } from 'zod';

const Name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and hyphens');
const Input = z.int().min(0).max(7);

const DoorPlan = z.strictObject({
  name: Name,
  title: z.string().min(1).max(60),
  lock: z.enum(['strike', 'magnet', 'gate']),
  /** The relay contact that the lock is wired to. */
  wiring: z.enum(['no', 'nc']),
  board: Name,
  channel: z.int().min(0).max(7),
  /** `active` says which position of the lock switches the input on. */
  sense: z.strictObject({ input: Input, active: z.enum(['unlocked', 'locked']).default('unlocked') }),
  contact: z.strictObject({ input: Input, active: z.enum(['open', 'closed']).default('open') }),
  /** `cutsPower`: the button also breaks the lock's circuit in hardware, as a magnet's must. */
  rex: z.strictObject({ input: Input, cutsPower: z.boolean().default(false) }).optional(),
  /** A fire alarm breaks the lock's circuit in hardware. Not on fire doors, which stay latched. */
  fireCutsPower: z.boolean().default(false),
  /** How long the leaf takes to swing wide open, to swing shut, and to stand before the closer pulls. Milliseconds. */
  openMs: z.int().min(50).max(60_000).default(900),
  closeMs: z.int().min(50).max(60_000).default(1_600),
  closerDelayMs: z.int().min(0).max(600_000).default(3_000),
});
export type DoorPlan = z.output<typeof DoorPlan>;

const BoardPlan = z.strictObject({
  name: Name,
  kind: z.literal('waveshare').default('waveshare'),
  bus: Name,
  address: z.int().min(1).max(247),
});

export type BoardPlan = z.output<typeof BoardPlan>;

/** A door controller that joins a broker on the LAN: doors name it as their board. */
const ControllerPlan = z.strictObject({ name: Name, kind: z.literal('mqtt-controller') });

/** A reader that joins a broker on the LAN. */
const ReaderPlan = z.strictObject({ name: Name, door: Name });
export type ReaderPlan = z.output<typeof ReaderPlan>;

const BusPlan = z.strictObject({
  name: Name,
  /** What the boards on it are set to when they leave the factory. */
  baud: z.literal([4800, 9600, 19200, 38400, 57600, 115200]).default(9600),
});

/** A building as a JSON file describes it. */
export const Building = z
  .strictObject({
    title: z.string().min(1).max(80),
    buses: z.array(BusPlan).max(8),
    boards: z
      .array(z.union([ControllerPlan, BoardPlan]))
      .min(1)
      .max(32),
    doors: z.array(DoorPlan).min(1).max(64),
    readers: z.array(ReaderPlan).max(128).default([]),
    /** The input that shows the fire alarm to a board, if one does. */
    fire: z.strictObject({ board: Name, input: Input }).optional(),
  })
  .check(({ value, issues }) => {
    const complain = (message: string) => void issues.push({ code: 'custom', message, input: value });
    const serial = value.boards.filter((board) => board.kind === 'waveshare');
    for (const group of [value.buses, [...value.boards, ...value.readers], value.doors])
      for (const twin of repeated(group.map((one) => one.name))) complain(`the name "${twin}" is used twice`);
    for (const reader of value.readers)
      if (!value.doors.some((door) => door.name === reader.door))
        complain(`reader "${reader.name}" is at no known door`);
    for (const board of serial)
      if (!value.buses.some((bus) => bus.name === board.bus)) complain(`board "${board.name}" is on no known bus`);
    for (const twin of repeated(serial.map((b) => `${b.bus} address ${b.address}`)))
      complain(`two boards answer on ${twin}`);
    for (const door of value.doors)
      if (!value.boards.some((b) => b.name === door.board)) complain(`door "${door.name}" is on no known board`);
    for (const twin of repeated(value.doors.map((d) => `${d.board} relay ${d.channel}`)))
      complain(`two doors share ${twin}`);
    for (const twin of repeated(inputsUsed(value))) complain(`two things are wired to ${twin}`);
  });
export type Building = z.output<typeof Building>;

const repeated = (all: readonly string[]): string[] => [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];

const inputsUsed = ({ doors, fire }: { doors: DoorPlan[]; fire?: { board: string; input: number } | undefined }) => [
  ...doors.flatMap((d) =>
    [d.sense, d.contact, d.rex].flatMap((point) => (point ? [`${d.board} input ${point.input}`] : [])),
  ),
  ...(fire ? [`${fire.board} input ${fire.input}`] : []),
];
