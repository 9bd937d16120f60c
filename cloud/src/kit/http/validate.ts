import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { withoutAbsentNulls } from './absent-nulls.ts';
import { cutText } from './cut-text.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import { kitFaults } from './kit-faults.ts';
import { PROBLEMS_MAX, type Problem } from './large-body.ts';
import { describeRequestIssue } from './rule-words.ts';

const PATH_LENGTH_MAX = 200;
const TOTAL_MAX = 2_000;

/** The 400 of a request whose shape is wrong. `problems` goes into the body beside what the surface writes. */
class InvalidRequest extends Fault {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const named = problems.slice(0, PROBLEMS_MAX);
    const text = named.map(({ path, message }) => `${path}: ${message}`).join('; ');
    super('invalid_request', kitFaults.invalid_request, cutText(text, TOTAL_MAX));
    this.problems = named;
  }
}

/** A 400 that names each path and rule. */
export const invalidRequest = (problems: readonly Problem[]): Fault => new InvalidRequest(problems);

/** The same for one field whose value fits its schema and is wrong all the same. */
export const wrongField = (path: string, rule: string, message: string): Fault =>
  invalidRequest([{ path, rule, message }]);

/** What a fault adds to its body whatever the surface's shape is. */
export const problemsOf = (fault: Fault): { readonly errors?: readonly Problem[] } =>
  fault instanceof InvalidRequest ? { errors: fault.problems } : {};

/** The parts of a request as they came in. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly search: string;
  /** Parsed JSON, or the bytes where the declaration has a raw body, or what is still to come of a streamed one. */
  readonly body: unknown;
  /** Members of a large body that nobody looks into: `body` has an empty object for each. */
  readonly kept?: Readonly<Record<string, Uint8Array>> | undefined;
}

/**
 * Parses params, query and body by the declaration's schemas; one 400 names everything that is wrong. `null` in an optional
 * member of the body is its absence, unless the schema has a `null` of its own there.
 */
export const parseInput = (endpoint: AnyEndpoint, raw: RawInput): Inputs<unknown, unknown, unknown> => {
  const problems: Problem[] = [];
  const part = (name: 'params' | 'query' | 'body', read: () => unknown): unknown => {
    const schema = endpoint[name];
    if (schema === undefined) return undefined;
    const value = read();
    if (value instanceof Unreadable) {
      problems.push({ path: name, rule: value.rule, message: value.message });
      return undefined;
    }
    const parsed = schema.safeParse(value, { error: describeRequestIssue });
    if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => problem(name, issue)));
    return parsed.data;
  };
  const params = part('params', () => decodeParams(raw.params));
  const query = part('query', () => queryIn(raw.search));
  const body = endpoint.body === undefined ? raw.body : part('body', () => bodyWithoutNulls(endpoint, raw));
  if (problems.length > 0) throw invalidRequest(problems);
  return { params, query, body: raw.kept === undefined ? body : { ...(body as object), ...raw.kept } };
};

const bodyWithoutNulls = ({ body: schema }: AnyEndpoint, { body }: RawInput): unknown =>
  schema && withoutAbsentNulls(schema, body);

const problem = (part: string, { path, code, message }: z.core.$ZodIssue): Problem => ({
  path: cutText([part, ...path.map(String)].join('.'), PATH_LENGTH_MAX),
  rule: code,
  message: cutText(message, PATH_LENGTH_MAX),
});

class Unreadable {
  readonly rule: string;
  readonly message: string;

  constructor(rule: string, message: string) {
    this.rule = rule;
    this.message = message;
  }
}

const decodeParams = (params: RawInput['params']): unknown => {
  if (isReadable(params)) return params;
  const decoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(params))
    try {
      decoded[name] = value.includes('%') ? decodeURIComponent(value) : value;
    } catch {
      return new Unreadable('invalid_encoding', `${name} is not percent-encoded UTF-8`);
    }
  return hasNul(Object.values(decoded)) ? new Unreadable('nul_character', 'has a NUL character') : decoded;
};

/** Most are as they are sent. */
const isReadable = (params: RawInput['params']): boolean => {
  for (const name in params) if (UNREADABLE.test(params[name] as string)) return false;
  return true;
};
const UNREADABLE = /[%\0]/;

/** A value as a path has it. Half of a surrogate pair, which no address can hold, names nothing there is. */
export const pathPart = (value: string): string => encodeURIComponent(value.toWellFormed());

/** The parts of a path as who authenticates may read them. What cannot be decoded stays as it came: it is refused later. */
export const readableParams = (params: RawInput['params']): Readonly<Record<string, string>> => {
  const decoded = decodeParams(params);
  return decoded instanceof Unreadable ? { ...params } : (decoded as Record<string, string>);
};

/** A query as schemas are held against it. */
export const queryIn = (search: string): unknown => textsByName(new URLSearchParams(search));

/** What comes once is a text, what is repeated an array of texts. */
const textsByName = (pairs: Iterable<readonly [string, string]>): Unreadable | Record<string, string | string[]> => {
  const byName = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  if ([...byName.values()].some(hasNul)) return new Unreadable('nul_character', 'has a NUL character');
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : values]),
  );
};

/** The fields of a form that are no files, by their schema; there are none where it has no schema. */
export const parseFields = (schema: z.ZodType = NO_FIELDS, pairs: Iterable<readonly [string, string]>): unknown => {
  const fields = textsByName(pairs);
  if (fields instanceof Unreadable) throw wrongField('body', fields.rule, fields.message);
  const parsed = schema.safeParse(fields, { error: describeRequestIssue });
  if (!parsed.success) throw invalidRequest(parsed.error.issues.map((issue) => problem('body', issue)));
  return parsed.data;
};
const NO_FIELDS = z.strictObject({});

const hasNul = (values: readonly string[]): boolean => values.some((value) => value.includes('\0'));
