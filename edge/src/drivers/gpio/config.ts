import { z } from 'zod';
import { byUnit } from '../units.ts';

/** A line by its number on its chip, which is not its number under /sys/class/gpio. */
const Line = z.int().min(0).max(1_023);
const Pull = z.enum(['up', 'down', 'none']);

/** A relay on one line. `activeLow`: a low line energises it, as on most opto-coupled boards. */
export const RelayLine = z.strictObject({ line: Line, activeLow: z.boolean().default(false) });
/** A contact on one line. `activeLow`: a low line counts as active, as with a contact to ground and a pull up. */
export const InputLine = z.strictObject({ line: Line, activeLow: z.boolean().default(false) });

const DebouncedInput = InputLine.extend({
  /** What holds the line while the contact is open; as the system has it unless told. */
  pull: Pull.optional(),
  /** The kernel takes a level for true once it has stood for so long, in ms. */
  debounceMs: z.int().min(0).max(100).default(5),
});

/** By its label, such as `pinctrl-bcm2711`: that stays; or by its path, which need not. */
const Chip = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(\/.+|[^/]+)$/, 'must be the label of a chip, or a path such as /dev/gpiochip0');

const GpioBoard = z.strictObject({
  chip: Chip,
  /** In the order of the channels that doors name, the first being 0. */
  relays: z.array(RelayLine).max(32).default([]),
  inputs: z.array(DebouncedInput).max(32).default([]),
});
export type GpioBoardConfig = z.output<typeof GpioBoard>;

const WiegandLines = z.strictObject({
  chip: Chip,
  data0: Line,
  data1: Line,
  pull: Pull.default('up'),
  /** For level shifters that turn the reader's low pulses into high ones. */
  inverted: z.boolean().default(false),
});
export type WiegandConfig = z.output<typeof WiegandLines>;

interface Named {
  readonly chip: string;
  readonly line: number;
  readonly path: readonly (string | number)[];
}

/** Names the second use of a line of a chip. */
export const usedTwice = (lines: readonly Named[]): { path: (string | number)[]; message: string } | undefined => {
  const seen = new Set<string>();
  for (const { chip, line, path } of lines) {
    const key = `${chip} ${line}`;
    if (seen.has(key)) return { path: [...path], message: `line ${line} of ${chip} is used twice` };
    seen.add(key);
  }
  return undefined;
};

/** The lines of boards, each with its place in the configuration. */
export const linesOf = (
  boards: Readonly<
    Record<string, Record<'relays' | 'inputs', readonly { readonly line: number }[]> & { chip: string }>
  >,
): readonly Named[] =>
  Object.entries(boards).flatMap(([unit, board]) =>
    (['relays', 'inputs'] as const).flatMap((kind) =>
      board[kind].map(({ line }, i) => ({ chip: board.chip, line, path: ['boards', unit, kind, i, 'line'] })),
    ),
  );

/** Relays, contacts and Wiegand readers on GPIO lines of this machine, by the units that doors and readers name. */
export const GpioConfig = z
  .strictObject({
    boards: byUnit(GpioBoard).default({}),
    wiegand: byUnit(WiegandLines).default({}),
  })
  .superRefine(({ boards, wiegand }, context) => {
    if (Object.keys(boards).length + Object.keys(wiegand).length === 0)
      context.addIssue({
        code: 'custom',
        path: ['boards'],
        message: 'is missing: there is neither a board nor a reader',
      });
    const ofReaders = Object.entries(wiegand).flatMap(([unit, { chip, data0, data1 }]) => [
      { chip, line: data0, path: ['wiegand', unit, 'data0'] },
      { chip, line: data1, path: ['wiegand', unit, 'data1'] },
    ]);
    const twice = usedTwice([...linesOf(boards), ...ofReaders]);
    if (twice !== undefined) context.addIssue({ code: 'custom', ...twice });
  });
export type GpioConfig = z.output<typeof GpioConfig>;
