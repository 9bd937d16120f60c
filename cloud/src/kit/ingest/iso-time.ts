import { z } from 'zod';
import type { Guess } from './batch-kind.ts';

/** Real dates of the calendar only, with that between their parts: so every text that fits is an instant. */
const date = (between: string): string => {
  const leapDay = `(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)${between}02${between}29`;
  const days = [
    `(?:0[13578]|1[02])${between}(?:0[1-9]|[12]\\d|3[01])`,
    `(?:0[469]|11)${between}(?:0[1-9]|[12]\\d|30)`,
    `02${between}(?:0[1-9]|1\\d|2[0-8])`,
  ];
  return `(?:${leapDay}|\\d{4}${between}(?:${days.join('|')}))`;
};
const HOUR = '(?:[01]\\d|2[0-3])';
const SIXTY = '[0-5]\\d';
const FRACTION = '(?:[.,]\\d{1,9})?';
const TIME = `(?:${HOUR}:${SIXTY}(?::${SIXTY}${FRACTION})?|${HOUR}${SIXTY}(?:${SIXTY}${FRACTION})?)`;
const OFFSET = `(?:[Zz]|[+-]${HOUR}(?::?${SIXTY})?)`;

/**
 * ISO 8601 in its usual forms: a date, or a date and a time of day, with or without the separators (extended, basic), with
 * a space for the `T`, with `Z`, an offset of hours or of hours and minutes, or neither.
 */
export const IsoTime = z
  .string()
  .regex(
    new RegExp(`^(?:${date('-')}|${date('')})(?:[Tt ]${TIME}${OFFSET}?)?$`),
    'must be an ISO 8601 date or time, such as 2026-01-05T06:30:00Z',
  );

/** Nearly all are written so, and left as they are. */
const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const PARTS = /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/** How much a text says of when it was. */
export type TimeKind = 'instant' | 'local' | 'date';

export interface TimeText {
  /** In the extended format: what others read. */
  readonly text: string;
  readonly kind: TimeKind;
}

/** A text that fits `IsoTime`, in the extended format. */
export const readTime = (sent: string): TimeText => {
  if (PLAIN.test(sent)) return { text: sent, kind: 'instant' };
  const [, year, month, day, hour, minute, second, fraction, offset] = PARTS.exec(sent) ?? [];
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { text: date, kind: 'date' };
  const seconds = second === undefined ? '' : `:${second}${fraction === undefined ? '' : `.${fraction}`}`;
  const local = `${date}T${hour}:${minute}${seconds}`;
  return offset === undefined
    ? { text: local, kind: 'local' }
    : { text: `${local}${extendedOffset(offset)}`, kind: 'instant' };
};

const extendedOffset = (offset: string): string => {
  if (offset.length === 1) return 'Z';
  return `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
};

/** The instant in Unix milliseconds, of a text in the extended format. Where it names no offset, UTC is taken. */
export const epochMsOf = (text: string): number =>
  Date.parse(/T/.test(text) && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);

const LOCAL = 'without an offset: the facility’s local time';
/** What is taken for granted of a time that does not say all, by what the field means. */
const GUESSES = {
  /** It only orders: any zone would do, as long as it is one. */
  order: { local: 'without an offset: UTC', date: 'a date alone: the beginning of that day in UTC' },
  moment: { local: LOCAL, date: 'a date alone: the beginning of that day, local time of the facility' },
  start: { local: LOCAL, date: 'a date alone: the beginning of that day, local time of the facility' },
  end: { local: LOCAL, date: 'a date alone: the end of that day, local time of the facility' },
} as const satisfies Readonly<Record<string, Readonly<Record<Exclude<TimeKind, 'instant'>, string>>>>;

export const guessOf = (path: string, meaning: keyof typeof GUESSES, kind: TimeKind): readonly Guess[] =>
  kind === 'instant' ? NONE : [{ path, guess: GUESSES[meaning][kind] }];
const NONE: readonly Guess[] = [];
