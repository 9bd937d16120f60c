const RULES = new Intl.PluralRules('en');
const NUMBER = new Intl.NumberFormat('en-GB');

/** A number with the form of its noun: `1 door`, `6 doors`. */
export const counted = (n: number, one: string, other: string): string =>
  `${NUMBER.format(n)} ${RULES.select(n) === 'one' ? one : other}`;

/** How long, in its largest unit. */
export const span = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 100) return counted(seconds, 'second', 'seconds');
  if (seconds < 100 * 60) return counted(Math.round(seconds / 60), 'minute', 'minutes');
  if (seconds < 48 * 3_600) return counted(Math.round(seconds / 3_600), 'hour', 'hours');
  return counted(Math.round(seconds / 86_400), 'day', 'days');
};

/** `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
