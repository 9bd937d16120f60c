import { daysInMonth, daysOf, isLeapYear } from './civil-days.ts';

/** The day of a year on which a rule falls: `Mm.w.d`, `Jn` (29 February is never counted) or `n` (from 0, it is). */
type RuleDay =
  | { readonly by: 'weekday'; readonly month: number; readonly week: number; readonly weekday: number }
  | { readonly by: 'julian'; readonly day: number }
  | { readonly by: 'ordinal'; readonly day: number };

interface RuleTime {
  readonly day: RuleDay;
  /** Seconds of local time after the day's midnight; may lie up to a week outside the day (RFC 9636, 3.3.2). */
  readonly seconds: number;
}

/** What holds after the last transition: the POSIX TZ string of a TZif footer. Offsets are seconds east of UTC. */
export interface Footer {
  readonly standard: number;
  readonly daylight?: { readonly offset: number; readonly from: RuleTime; readonly until: RuleTime };
}

export interface Transition {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** From then on, seconds east of UTC. */
  readonly offset: number;
}

const NAME = '(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)';
const TIME = '[+-]?\\d{1,3}(?::\\d{1,2}){0,2}';
const FOOTER = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,([^,/]+)(?:/(${TIME}))?,([^,/]+)(?:/(${TIME}))?)?$`);
const OFFSET_MAX = 24 * 3_600 + 3_599;
const RULE_TIME_MAX = 167 * 3_600 + 3_599;

/** Reads a footer (POSIX TZ with the extensions of RFC 9636, 3.3.2). `undefined` when it is none. */
export const parseFooter = (text: string): Footer | undefined => {
  const [whole, offset = '', daylight, fromDay, fromTime = '2', untilDay, untilTime = '2'] = FOOTER.exec(text) ?? [];
  const west = secondsOf(offset, OFFSET_MAX);
  if (whole === undefined || west === undefined) return undefined;
  const standard = 0 - west; // POSIX counts westward. Never −0.
  if (fromDay === undefined || untilDay === undefined) return { standard };
  const daylightWest = daylight === undefined ? west - 3_600 : secondsOf(daylight, OFFSET_MAX);
  const from = ruleTime(fromDay, fromTime);
  const until = ruleTime(untilDay, untilTime);
  if (daylightWest === undefined || from === undefined || until === undefined) return undefined;
  return { standard, daylight: { offset: 0 - daylightWest, from, until } };
};

const secondsOf = (text: string, max: number): number | undefined => {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  const total = hours * 3_600 + minutes * 60 + seconds;
  if (minutes > 59 || seconds > 59 || total > max) return undefined;
  return text.startsWith('-') ? 0 - total : total;
};

const ruleTime = (dayText: string, time: string): RuleTime | undefined => {
  const day = ruleDay(dayText);
  const seconds = secondsOf(time, RULE_TIME_MAX);
  return day === undefined || seconds === undefined ? undefined : { day, seconds };
};

const ruleDay = (text: string): RuleDay | undefined => {
  const [, month, week, weekday] = (/^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(text) ?? []).map(Number);
  if (month !== undefined && week !== undefined && weekday !== undefined)
    return month >= 1 && month <= 12 ? { by: 'weekday', month, week, weekday } : undefined;
  const [, julian, digits] = /^(J?)(\d{1,3})$/.exec(text) ?? [];
  const day = Number(digits);
  if (julian === 'J') return day >= 1 && day <= 365 ? { by: 'julian', day } : undefined;
  return julian === '' && day <= 365 ? { by: 'ordinal', day } : undefined;
};

/** Days since 1970-01-01 of the day on which a rule falls in a year. */
const dayInYear = (rule: RuleDay, year: number): number => {
  if (rule.by === 'ordinal') return daysOf(year, 1, 1) + rule.day;
  if (rule.by === 'julian') return daysOf(year, 1, 1) + rule.day - (isLeapYear(year) && rule.day >= 60 ? 0 : 1);
  const first = daysOf(year, rule.month, 1);
  const firstWeekday = (((first + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday.
  const day = ((rule.weekday - firstWeekday + 7) % 7) + 7 * (rule.week - 1);
  return first + (day < daysInMonth(year, rule.month) ? day : day - 7); // Week 5 is the last one of the month.
};

/**
 * What a footer does from one year to another (both included), sorted. Two changes at one instant (daylight time that lasts all
 * year ends when it begins) are one, and changes to the offset that holds already are none. It may say one thing for the time
 * before the first, so begin a year early.
 */
export const footerTransitions = (
  { standard, daylight }: Footer,
  fromYear: number,
  untilYear: number,
): Transition[] => {
  if (daylight === undefined || daylight.offset === standard) return [];
  const all: Transition[] = [];
  for (let year = fromYear; year <= untilYear; year++) {
    const begins = dayInYear(daylight.from.day, year) * 86_400 + daylight.from.seconds - standard;
    const ends = dayInYear(daylight.until.day, year) * 86_400 + daylight.until.seconds - daylight.offset;
    const pair = [
      { at: begins, offset: daylight.offset },
      { at: ends, offset: standard },
    ];
    all.push(...(begins <= ends ? pair : pair.reverse()));
  }
  return mergeTransitions(all.sort((a, b) => a.at - b.at));
};

/** Of several changes at one instant the last, and of changes to the offset that holds already none. */
export const mergeTransitions = (sorted: readonly Transition[], first?: number): Transition[] => {
  const last = sorted.filter(({ at }, i) => sorted[i + 1]?.at !== at);
  return last.filter(({ offset }, i) => offset !== (i === 0 ? first : last[i - 1]?.offset));
};
