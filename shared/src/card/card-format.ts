import { z } from 'zod';

export const FormatName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9,.-]{0,39}$/, 'must be letters, digits, commas, dots and hyphens, 40 at most');

const BITS_MAX = 256;
const Bit = z
  .int()
  .min(0)
  .max(BITS_MAX - 1);
/** First and last bit of a stretch, both of it, counted from 0 in the order in which they come. */
const Span = z.tuple([Bit, Bit]).refine(([first, last]) => first <= last, 'must name its first bit first');
export type Span = z.infer<typeof Span>;

/** Whether bytes are meant as they come, or the last of them first: some readers give a card's number backwards. */
const ByteOrder = z.enum(['as-read', 'reversed']).default('as-read');

/** How to read a card's bits: frames of exactly this length, which parities must hold, and which bits are the number. */
export const BitFormat = z
  .strictObject({
    name: FormatName,
    /** Four and eight bits are keys of a keypad. */
    bits: z.int().min(9).max(BITS_MAX),
    /** The ones in `over` are even, or odd. `over` holds the parity bit itself. */
    parity: z.array(z.strictObject({ kind: z.enum(['even', 'odd']), over: z.array(Span).min(1).max(64) })).max(16),
    /** Put one after the other they are the credential; what they are called does not matter to it. */
    fields: z
      .array(z.strictObject({ name: FormatName, bits: Span }))
      .min(1)
      .max(8),
    bytes: ByteOrder,
  })
  .check(({ value, issues }) => {
    const spans = [...value.parity.flatMap(({ over }) => over), ...value.fields.map((field) => field.bits)];
    const problem = (message: string) => issues.push({ code: 'custom', message, input: value });
    if (spans.some(([, last]) => last >= value.bits)) problem(`names a bit beyond the ${value.bits} that it has`);
    if (value.bytes === 'reversed' && widthOf(value.fields) % 8 !== 0)
      problem('has no whole bytes that could be reversed');
  });
export type BitFormat = z.output<typeof BitFormat>;

const Digits = z.strictObject({
  base: z.literal([10, 16]),
  /** How many digits there are, at least and at most. */
  digits: z.tuple([z.int().min(1).max(64), z.int().min(1).max(64)]),
  /** How wide the number is; as wide as it needs unless told. */
  bits: z.int().min(1).max(BITS_MAX).optional(),
});

/** How to read a line of text as a card's number: numbers, and what stands between them. */
export const LineFormat = z
  .strictObject({
    name: FormatName,
    parts: z
      .array(z.union([Digits, z.string().min(1).max(20)]))
      .min(1)
      .max(9),
    /** Characters that say nothing, such as colons between bytes. */
    ignore: z.string().max(10).default(''),
    bytes: ByteOrder,
  })
  .check(({ value, issues }) => {
    const problem = (message: string) => issues.push({ code: 'custom', message, input: value });
    const numbers = value.parts.filter((part) => typeof part !== 'string');
    if (numbers.length === 0) problem('has no number in it');
    if (numbers.some(({ digits: [least, most] }) => least > most))
      problem('must name the least number of digits first');
    if (numbers.length > 1 && numbers.some(({ bits }) => bits === undefined))
      problem('must say how many bits each of its numbers has');
    if (value.parts.some((part, at) => typeof part !== 'string' && runsInto(value.parts[at + 1])))
      problem('has a number followed by what could be more of its digits');
    if (/[0-9A-Fa-f]/.test(value.ignore)) problem('must not ignore digits: two numbers would be one');
    if (value.bytes === 'reversed' && numbers.some(({ base, bits }) => base === 10 && (bits ?? 1) % 8 !== 0))
      problem('has no whole bytes that could be reversed');
  });
export type LineFormat = z.output<typeof LineFormat>;

type Part = LineFormat['parts'][number];
const runsInto = (next: Part | undefined): boolean =>
  next !== undefined && (typeof next !== 'string' || /^[0-9A-Fa-f]/.test(next));

export const CardFormat = z.union([BitFormat, LineFormat]);
export type CardFormat = z.output<typeof CardFormat>;

/** How many bits the credential of a format has. */
export const widthOf = (fields: BitFormat['fields']): number =>
  fields.reduce((sum, { bits: [first, last] }) => sum + last - first + 1, 0);
