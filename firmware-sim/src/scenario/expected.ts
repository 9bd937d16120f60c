import { z } from 'zod';
import { Pattern } from './words.ts';

const Plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Plain = z.infer<typeof Plain>;
const Rule = z
  .strictObject({
    not: Plain,
    above: z.number(),
    below: z.number(),
    matches: Pattern,
    oneOf: z.array(Plain).min(1),
    includes: Plain,
    excludes: Plain,
    count: z.int().nonnegative(),
  })
  .partial()
  .refine((rule) => Object.keys(rule).length > 0, 'must say something of the value');
type Rule = z.infer<typeof Rule>;

/** What values are expected at which paths: a plain value, or rules about it. */
export const Expected = z
  .record(z.string().min(1).max(200), z.union([Plain, Rule]))
  .refine((all) => Object.keys(all).length > 0, 'must name at least one path');
export type Expected = z.infer<typeof Expected>;

/** A path names something that is not there and never will be: an author's slip, not a value to wait for. */
export class NoSuchName extends Error {
  override readonly name = 'NoSuchName';
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

/** One part of a path: a member, an index, or the `name` of one of a list. */
const enter = (value: unknown, part: string, path: string): unknown => {
  if (!Array.isArray(value)) return keysOf(value).includes(part) ? (value as Record<string, unknown>)[part] : undefined;
  if (/^\d+$/.test(part)) return value[Number(part)];
  const named = value as readonly { readonly name?: unknown }[];
  const found = named.find((one) => one?.name === part);
  if (found === undefined)
    throw new NoSuchName(
      `${path}: there is no "${part}" among ${named.map((one) => one?.name).join(', ') || 'nothing'}`,
    );
  return found;
};

/** What is at a dotted path, lists entered by name: `doors.front.lock.position`. Throws `NoSuchName`. */
export const valueAt = (whole: unknown, path: string): unknown =>
  path.split('.').reduce((value, part) => enter(value, part, path), whole);

const shown = (value: unknown): string => {
  if (value === undefined) return 'not there';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

type Check = (actual: unknown) => boolean;
const same =
  (expected: Plain): Check =>
  (actual) =>
    actual === expected;
const listed = (actual: unknown): readonly unknown[] => (Array.isArray(actual) ? actual : []);

const RULES: { readonly [Name in keyof Rule]-?: (expected: NonNullable<Rule[Name]> | null) => Check } = {
  not: (expected) => (actual) => actual !== expected,
  above: (expected) => (actual) => typeof actual === 'number' && actual > Number(expected),
  below: (expected) => (actual) => typeof actual === 'number' && actual < Number(expected),
  matches: (expected) => (actual) =>
    new RegExp(expected ?? '').test(typeof actual === 'string' ? actual : shown(actual)),
  oneOf: (expected) => (actual) => (expected ?? []).some((one) => one === actual),
  includes: (expected) => (actual) => listed(actual).includes(expected),
  excludes: (expected) => (actual) => Array.isArray(actual) && !actual.includes(expected),
  count: (expected) => (actual) => Array.isArray(actual) && actual.length === expected,
};

const isRule = (expected: Plain | Rule): expected is Rule => typeof expected === 'object' && expected !== null;

const rulesIn = (rules: readonly (readonly [string, unknown])[]): string =>
  rules.map(([name, value]) => `${name} ${shown(value)}`).join(', ');

/** What is wrong with one value, or `undefined`. */
const wrongWith = (actual: unknown, expected: Plain | Rule): string | undefined => {
  // A member that is not there is no other value either: most often its name is misspelt.
  if (actual === undefined) return `not ${isRule(expected) ? rulesIn(Object.entries(expected)) : shown(expected)}`;
  if (!isRule(expected)) return same(expected)(actual) ? undefined : `not ${shown(expected)}`;
  const broken = (Object.entries(expected) as [keyof Rule, never][]).filter(
    ([name, value]) => !RULES[name](value)(actual),
  );
  return broken.length === 0 ? undefined : `not ${rulesIn(broken)}`;
};

/** What is wrong with `whole`, one sentence for each path that differs; empty when all fits. Throws `NoSuchName`. */
export const differences = (whole: unknown, expected: Expected): string[] =>
  Object.entries(expected).flatMap(([path, one]) => {
    const actual = valueAt(whole, path);
    const wrong = wrongWith(actual, one);
    if (wrong === undefined) return [];
    const parent = path.includes('.') ? valueAt(whole, path.slice(0, path.lastIndexOf('.'))) : whole;
    const hint = actual === undefined && keysOf(parent).length > 0 ? ` (there is: ${keysOf(parent).join(', ')})` : '';
    return [`${path} is ${shown(actual)}, ${wrong}${hint}`];
  });
