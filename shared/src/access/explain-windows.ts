import type { ZoneTables } from '../zones/zone-tables.ts';
import { isObject } from './accept-windows.ts';
import { explainHours } from './explain-hours.ts';
import { fieldPath, type Report } from './problem-report.ts';
import { WINDOWS_MAX } from './window.ts';
import type { WindowProblemCode } from './window-problem.ts';
import { activeRangeProblem, epochProblem, revisionProblem, spanProblem, textProblem } from './window-rules.ts';

type Raw = Readonly<Record<string, unknown>>;

const SHARED: readonly string[] = ['external_id', 'kind', 'timezone', 'scope_key', 'label'];
const OWN: Readonly<Record<'absolute' | 'weekly', readonly string[]>> = {
  absolute: ['from', 'to'],
  weekly: ['access_hours', 'active_from', 'active_until'],
};

/** What the explaining of one member's windows needs at hand. */
interface Surroundings {
  readonly zones: ZoneTables;
  readonly notIntegers: ReadonlySet<string>;
  readonly report: Report;
}
const FIELDS = /^access_time_windows(?:_revision)?(?![A-Za-z0-9_])/;

/** Finds every problem, in the order of the document. Whatever can be read is judged, also beside what cannot. */
export const explainWindows = (
  windows: unknown,
  revision: unknown,
  { zones, notIntegers, repeated, report }: Surroundings & { readonly repeated: ReadonlySet<string> },
): void => {
  for (const path of repeated) if (FIELDS.test(path)) report.add(path, 'duplicate_key', 'comes twice in one object');
  explainRevision(windows, revision, { zones, notIntegers, report });
  if (windows === undefined) return;
  const path = 'access_time_windows';
  if (!Array.isArray(windows)) {
    report.add(path, 'wrong_type', `must be an array, not ${typeName(windows)}`);
    return;
  }
  if (windows.length > WINDOWS_MAX)
    report.add(path, 'too_many_windows', `holds ${windows.length} windows, ${WINDOWS_MAX} at most`);
  const firsts = new Map<string, number>();
  for (const [i, window] of windows.entries()) {
    const at = `${path}[${i}]`;
    if (!isObject(window)) {
      report.add(at, 'wrong_type', `must be an object, not ${typeName(window)}`);
      continue;
    }
    explainWindow(at, window, { zones, notIntegers, report });
    const id = window.external_id;
    if (typeof id !== 'string') continue;
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, i);
    else report.add(`${at}.external_id`, 'duplicate_external_id', `is the same as that of ${path}[${first}]`);
  }
};

const explainRevision = (windows: unknown, revision: unknown, { notIntegers, report }: Surroundings): void => {
  if (windows === undefined && revision === undefined) return;
  const path = 'access_time_windows_revision';
  const code = revisionProblem(revision, notIntegers.has(path));
  if (code === 'missing_revision') report.add(path, code, 'is required whenever access_time_windows is present');
  if (code === 'not_an_integer') report.add(path, code, notInteger(revision));
  if (code === 'revision_out_of_range') report.add(path, code, 'must be from 0 to 9007199254740991');
};

const explainWindow = (path: string, window: Raw, { zones, notIntegers, report }: Surroundings): void => {
  const { kind, timezone } = window;
  const known = kind === 'absolute' || kind === 'weekly' ? kind : undefined;
  explainText(`${path}.external_id`, window.external_id, { least: 1, required: true, report });
  if (kind === undefined) report.add(`${path}.kind`, 'required', 'is required: absolute or weekly');
  else if (known === undefined) report.add(`${path}.kind`, 'unknown_kind', 'must be absolute or weekly');
  if (explainText(`${path}.timezone`, timezone, { least: 1, required: false, report }) && !zones.find(String(timezone)))
    report.add(
      `${path}.timezone`,
      'unknown_time_zone',
      'must be the exact name of an IANA zone, such as Europe/Berlin; an offset is none',
    );
  explainText(`${path}.scope_key`, window.scope_key, { least: 1, required: false, report });
  explainText(`${path}.label`, window.label, { least: 0, required: false, report });
  explainProperties(path, window, known, report);
  const integer = (field: string, required: boolean) => {
    const at = `${path}.${field}`;
    return explainEpoch(at, window[field], { required, fraction: notIntegers.has(at), report });
  };
  if (known === 'absolute') {
    const from = integer('from', true);
    const to = integer('to', true);
    const code = from === undefined || to === undefined ? undefined : spanProblem(from, to);
    if (code === 'inverted_interval') report.add(`${path}.to`, code, 'must be after from');
    if (code === 'span_too_long') report.add(`${path}.to`, code, 'must be at most 90 days (7776000 s) after from');
  }
  if (known === 'weekly') {
    explainHours(`${path}.access_hours`, window.access_hours, report);
    const from = integer('active_from', false);
    const until = integer('active_until', false);
    const code = activeRangeProblem(from, until);
    if (code !== undefined) report.add(`${path}.active_until`, code, 'must be after active_from');
  }
};

const explainProperties = (
  path: string,
  window: Raw,
  kind: 'absolute' | 'weekly' | undefined,
  report: Report,
): void => {
  for (const name of Object.keys(window)) {
    if (SHARED.includes(name) || (kind !== undefined && OWN[kind].includes(name))) continue;
    const other = [...OWN.absolute, ...OWN.weekly].includes(name);
    if (!other) report.add(fieldPath(path, name), 'unknown_property', 'is not part of an access time window');
    else if (kind !== undefined)
      report.add(`${path}.${name}`, 'wrong_kind_property', `has no place in a window of kind ${kind}`);
  }
};

const TEXT_RULES: Readonly<Partial<Record<WindowProblemCode, string>>> = {
  empty_text: 'must have 1 to 120 characters',
  text_too_long: 'must have at most 120 characters',
  bad_characters: 'must not hold NUL or half a surrogate pair',
};

/** True if there is a text and nothing is wrong with it. */
const explainText = (
  path: string,
  value: unknown,
  { least, required, report }: { least: 0 | 1; required: boolean; report: Report },
): boolean => {
  if (value === undefined) {
    if (required) report.add(path, 'required', 'is required');
    return false;
  }
  const code = textProblem(value, least);
  if (code !== undefined) report.add(path, code, TEXT_RULES[code] ?? `must be a string, not ${typeName(value)}`);
  return code === undefined;
};

/** The instant, if it is one. */
const explainEpoch = (
  path: string,
  value: unknown,
  { required, fraction, report }: { required: boolean; fraction: boolean; report: Report },
): number | undefined => {
  if (value === undefined) {
    if (required) report.add(path, 'required', 'is required: Unix seconds as a plain JSON integer');
    return undefined;
  }
  const code = epochProblem(value, fraction);
  if (code === 'not_an_integer') report.add(path, code, notInteger(value));
  if (code === 'out_of_range') report.add(path, code, outOfRange(value as number));
  return code === undefined ? (value as number) : undefined;
};

/** 1973 in milliseconds is the year 5138 in seconds: nobody means that. */
const outOfRange = (value: number): string =>
  value > 99_999_999_999 && value < 99_999_999_999_999
    ? 'must be Unix seconds from 0 to 9999999999; this looks like milliseconds'
    : 'must be Unix seconds from 0 to 9999999999';

const notInteger = (value: unknown): string =>
  typeof value === 'number'
    ? 'must be a plain JSON integer: no fraction, no exponent, no -0'
    : `must be a plain JSON integer, not ${typeName(value)}`;

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};
