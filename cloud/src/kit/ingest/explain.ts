import type { ErrorObject } from 'ajv';
import type { z } from 'zod';
import { cutText } from '../http/cut-text.ts';
import { describeRule } from '../http/rule-words.ts';
import type { RawItem } from './batch-kind.ts';
import { itemPath } from './item-path.ts';

/** More members than this and zod, which looks at all of them, is not asked: it would name each. */
const VALUES_MAX = 2_000;
const LENGTH_MAX = 500;

/** Why a field does not fit its schema: the first rule that it breaks. `path` leads to it in the item. */
export const explain = (
  schema: z.ZodType,
  item: RawItem,
  { path, first }: { readonly path: readonly PropertyKey[]; readonly first: ErrorObject | undefined },
): string => {
  const value = valueAt(item, path);
  if (value === undefined) return missing(path);
  const [issue] = isSmall(value) ? (schema.safeParse(value).error?.issues ?? []) : [];
  const reason = issue === undefined ? reasonOfFirst(first, path) : reasonOf(issue, path, item);
  // zod says so of an integer only when it got another number.
  const integer = first?.params.type === 'integer' && reason === `${pathOf(first, path)}: must be a number`;
  return cutText(integer ? `${pathOf(first, path)}: must be an integer` : reason, LENGTH_MAX);
};

const isSmall = (item: unknown): boolean => {
  let left = VALUES_MAX;
  const visit = (value: unknown): boolean => {
    if (--left < 0) return false;
    return typeof value !== 'object' || value === null || Object.values(value).every(visit);
  };
  return visit(item);
};

/** `Missing name` for a member of the item itself, `zones[0].name: is required` for one further in. */
const missing = (path: readonly PropertyKey[]): string =>
  path.length === 1 ? `Missing ${String(path[0])}` : `${itemPath(path)}: is required`;

const reasonOf = (issue: z.core.$ZodIssue, before: readonly PropertyKey[], item: RawItem): string => {
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_union') {
    const [nearest] = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a));
    const [inner] = nearest ?? [];
    if (inner !== undefined) return reasonOf(inner, path, item);
  }
  if (issue.code === 'invalid_type' && valueAt(item, path) === undefined) return missing(path);
  return `${itemPath(path)}: ${describeRule(issue) ?? issue.message}`;
};

const depthOf = (issues: readonly z.core.$ZodIssue[]): number => issues[0]?.path.length ?? 0;

const valueAt = (item: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : value,
    item,
  );

/** JSON Pointer (RFC 6901) to a path of ours, `before` being where the pointer begins. */
const partsOf = ({ instancePath }: ErrorObject, before: readonly PropertyKey[]): PropertyKey[] => [
  ...before,
  ...instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~'))),
];
const pathOf = (error: ErrorObject, before: readonly PropertyKey[]): string => itemPath(partsOf(error, before));

const reasonOfFirst = (error: ErrorObject | undefined, before: readonly PropertyKey[]): string => {
  if (error === undefined) return `${itemPath(before)}: is not as documented`;
  if (error.keyword === 'required') return missing([...partsOf(error, before), String(error.params.missingProperty)]);
  return `${pathOf(error, before)}: ${error.message ?? 'is not as documented'}`;
};
