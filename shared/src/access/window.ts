import { z } from 'zod';
import { isLongerThan } from './code-points.ts';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const WINDOWS_MAX = 50;
export const BLOCKS_MAX = 8;
/** In Unicode code points, as JSON Schema counts: one emoji is one or more of them, never half a one. */
export const TEXT_MAX = 120;
export const EPOCH_S_MAX = 9_999_999_999;
export const SPAN_S_MAX = 90 * 86_400;

/** `[start, end)`, `HH:MM` in 24 hours; only an end may be `24:00`. */
export type Block = readonly [start: string, end: string];
export type AccessHours = Readonly<Record<Weekday, readonly Block[]>>;

interface WindowBase {
  readonly external_id: string;
  readonly timezone: string;
  readonly scope_key: string;
  readonly label?: string;
}

/** One interval `[from, to)` in Unix seconds. Its zone is for people to read. */
export interface AbsoluteWindow extends WindowBase {
  readonly kind: 'absolute';
  readonly from: number;
  readonly to: number;
}

/** The same local hours every week, within `[active_from, active_until)` where given. */
export interface WeeklyWindow extends WindowBase {
  readonly kind: 'weekly';
  readonly access_hours: AccessHours;
  readonly active_from?: number;
  readonly active_until?: number;
}

/** A window in normal form: defaults filled in, nothing absent but what is optional and has no default. */
export type AccessWindow = AbsoluteWindow | WeeklyWindow;

/** Counted as JSON Schema counts, where zod's own limits count UTF-16 units: so the schema shows what is judged. */
const text = (least: 0 | 1, description: string) =>
  z
    .string()
    .refine(
      (value) => value.length >= least && !isLongerThan(value, TEXT_MAX),
      `must have ${least} to ${TEXT_MAX} characters`,
    )
    .meta({ minLength: least, maxLength: TEXT_MAX, description });
const epoch = (description: string) =>
  z
    .int()
    .min(0)
    .max(EPOCH_S_MAX)
    .meta({ description: `${description} Unix seconds, UTC; a plain JSON integer.` });

const shared = {
  external_id: text(1, 'The partner’s name for the window: stable for its life, unique within the member’s snapshot.'),
  timezone: text(
    1,
    'An IANA zone name. `UTC` if absent. Decides the hours of weekly windows; of absolute ones it is a note.',
  ).optional(),
  scope_key: text(
    1,
    'What the window is for, in the partner’s words; the facility maps it to doors. `default` if absent.',
  ).optional(),
  label: text(0, 'For people to read.').optional(),
};
const time = (pattern: RegExp, description: string) => z.string().regex(pattern).meta({ description });
const block = z.tuple([
  time(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Start, local time, inclusive.'),
  time(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, 'End, local time, exclusive; `24:00` is the end of the day.'),
]);
const day = z.array(block).max(BLOCKS_MAX);

/**
 * The shape of a window as partners send it, for the OpenAPI document and generated clients: strict objects, no rule over two
 * fields. `checkWindows` is what judges; it refuses whatever this refuses, and says where and why.
 */
export const AccessWindowInput = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...shared,
      kind: z.literal('absolute'),
      from: epoch('Inclusive start.'),
      to: epoch('Exclusive end, at most 90 days after the start.'),
    }),
    z.strictObject({
      ...shared,
      kind: z.literal('weekly'),
      access_hours: z
        .strictObject({ sun: day, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day })
        .describe(
          'All seven days, each with pairs `[start, end)` of local times, `HH:MM`; `24:00` ends a day, `[]` is a closed one.',
        ),
      active_from: epoch('Inclusive.').optional(),
      active_until: epoch('Exclusive.').optional(),
    }),
  ])
  .meta({ id: 'AccessTimeWindow' });
export type AccessWindowInput = z.input<typeof AccessWindowInput>;
