import type { ErrorObject } from 'ajv';
import type { z } from 'zod';
import { ruleInWords } from '../http/rule-words.ts';
import type { RawItem } from './batch-kind.ts';
import { itemPath } from './item-path.ts';

/** More members than this and zod, which looks at all of them, is not asked: it would name each. */
const VALUES_MAX = 2_000;
const REASONS_MAX = 5;
const LENGTH_MAX = 500;

/** Why an item does not fit its schema: each field and the rule that it broke. */
export const explain = (schema: z.ZodType, item: RawItem, first: ErrorObject | undefined): string => {
  const issues = isSmall(item) ? (schema.safeParse(item).error?.issues ?? []) : [];
  const integerAt = first?.params.type === 'integer' ? pathOf(first) : undefined;
  const reasons = issues.slice(0, REASONS_MAX).map((issue) => {
    const reason = reasonOf(issue, [], item);
    // zod says so of an integer only when it got another number.
    return reason === `${integerAt}: must be a number` ? `${integerAt}: must be an integer` : reason;
  });
  return (reasons.length > 0 ? reasons.join('; ') : reasonOfFirst(first)).slice(0, LENGTH_MAX);
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
  return `${itemPath(path)}: ${ruleInWords(issue) ?? issue.message}`;
};

const depthOf = (issues: readonly z.core.$ZodIssue[]): number => issues[0]?.path.length ?? 0;

const valueAt = (item: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : value,
    item,
  );

/** JSON Pointer (RFC 6901) to a path of ours. */
const partsOf = ({ instancePath }: ErrorObject): (string | number)[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
const pathOf = (error: ErrorObject): string => itemPath(partsOf(error));

const reasonOfFirst = (error: ErrorObject | undefined): string => {
  if (error === undefined) return 'does not have the documented shape';
  if (error.keyword === 'required') return missing([...partsOf(error), String(error.params.missingProperty)]);
  return `${pathOf(error)}: ${error.message ?? 'is not as documented'}`;
};
