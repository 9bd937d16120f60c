import type { z } from 'zod';

const VALUES_MAX = 12;
const KEYS_MAX = 5;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a date of the calendar, YYYY-MM-DD',
  datetime: 'must be a date and time such as 2026-01-31T09:30:00Z',
  email: 'must be an e-mail address',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
};

/**
 * A broken rule in words for whoever sent the request: what it must be, never what it was. Undefined leaves the words to
 * zod. Schemas that say it better have words of their own, which win.
 */
export const describeRule = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_big':
      return `must ${have(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.maximum, issue.origin)}`;
    case 'too_small':
      return `must ${have(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue.origin)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have ${issue.keys.slice(0, KEYS_MAX).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return undefined;
  }
};

/** The same for a parse of what a request has: it can tell what is wrong from what is not there. */
export const describeRequestIssue = (issue: z.core.$ZodRawIssue): string | undefined =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined
    ? 'is required'
    : describeRule(issue);

const oneOf = (values: readonly unknown[]): string => {
  const named = values.slice(0, VALUES_MAX).map(String).join(', ');
  return `must be ${values.length === 1 ? '' : 'one of '}${named}${values.length > VALUES_MAX ? ', …' : ''}`;
};

const have = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };
const counted = (count: number | bigint, origin: string): string => {
  const unit = UNITS[origin];
  return unit === undefined ? String(count) : `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
};

/** Where what is sent has several forms: by which member it says which, or what each of them lacks. */
const describeUnion = (issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string | undefined => {
  if (issue.code !== 'invalid_union') return undefined;
  const { options, errors } = issue as {
    options?: readonly unknown[];
    errors?: readonly (readonly z.core.$ZodIssue[])[];
  };
  if (options !== undefined) return oneOf(options);
  const forms = (errors ?? []).map((problems) =>
    problems
      .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
      .join(', '),
  );
  return forms.length === 0 ? undefined : `has none of its forms (${forms.join('; or ')})`;
};
