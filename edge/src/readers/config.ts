import { BUILT_IN_FORMATS, USUAL_FORMATS } from '@gatehouse/shared/card/built-in-formats.ts';
import { BitFormat, type CardFormat, FormatName, LineFormat } from '@gatehouse/shared/card/card-format.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { LocalName } from '@gatehouse/shared/local/client.ts';
import { z } from 'zod';

const KNOWN = [...BUILT_IN_FORMATS.keys()].join(' ');
const FORMATS_MAX = 20;

const KnownFormat = FormatName.refine((name) => BUILT_IN_FORMATS.has(name), { error: `must be one of ${KNOWN}` });
/** One that comes with the product by its name, or another written out: of lines if it has parts, else of bits. */
const OneFormat = z.unknown().transform((given, context): string | CardFormat => {
  const schema = typeof given !== 'object' ? KnownFormat : Object.hasOwn(given ?? {}, 'parts') ? LineFormat : BitFormat;
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

/** A reader at a door, as the box's own file names it. */
const ReaderSettings = z.strictObject({
  bus: LocalName,
  /** Its address on the bus; 1 where it is the only one there. */
  unit: z.int().min(1).max(247).default(1),
  door: DoorId,
  /** Which numbers it gives. The first that fits counts. */
  formats: z
    .array(OneFormat)
    .min(1)
    .max(FORMATS_MAX)
    .refine((formats) => !['decimal', 'hex'].every((name) => formats.includes(name)), {
      error: 'must not name both decimal and hex: most numbers can be read as either',
    })
    .optional(),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;

/** The readers of a box by their names. */
export const ReadersConfig = z
  .record(LocalName, ReaderSettings)
  .refine((readers) => new Set(Object.values(readers).map(placeOf)).size === Object.keys(readers).length, {
    error: 'must not name one unit of a bus twice: a reader stands at one door',
  });

const placeOf = ({ bus, unit }: ReaderSettings): string => `${bus}/${unit}`;

/** Buses whose readers send pulses without a checksum. */
const WIRES = new Set(['gpio', 'gpio-sysfs']);

/** The formats of a reader on a bus of this kind. */
export const formatsOf = ({ formats }: ReaderSettings, kind: string): readonly CardFormat[] =>
  (formats ?? (WIRES.has(kind) ? USUAL_FORMATS.wires : USUAL_FORMATS.frames)).flatMap((format) =>
    typeof format === 'string' ? (BUILT_IN_FORMATS.get(format) ?? []) : [format],
  );
