import { NOT_A_DECIMAL } from './decimals.ts';
import {
  findNotDecimals,
  findNotIntegers,
  type IntegerFields,
  type JsonPath,
  NOT_AN_INTEGER,
} from './integer-fields.ts';
import type { JsonLimits } from './json-scan.ts';
import { readJson } from './json-text.ts';

/** One thing that is wrong with a request: where, by which rule, in words. Never the value itself. */
export interface Problem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Enough to correct a request by; an answer must not grow with what was sent. */
export const PROBLEMS_MAX = 20;

/** Of the schema of a body what reading it needs. */
export interface BodyShape {
  /** The members that it knows; `kept` are those that nobody looks into. */
  readonly members: ReadonlyMap<string, 'plain' | 'kept'>;
  readonly integers: IntegerFields | undefined;
}

/** Of a large body what the rest of the way needs. */
export type LargeBody =
  | { readonly problems: readonly Problem[] }
  | {
      /** JSON of the members that the schema knows, with an empty object for each of the kept ones. */
      readonly text: string;
      /** JSON in UTF-8 of the kept ones. */
      readonly kept: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
    };

/** JSON of one member that is not kept may have as many characters: a handful of them is parsed in no time. */
const PLAIN_MAX = 65_536;

/** Bytes to a JSON value, and what is wrong with it: also numbers that are not written as the schema wants them. */
export const readJsonBody = (
  bytes: Buffer,
  limits: Omit<JsonLimits, 'depth'>,
  integers: () => IntegerFields | undefined,
): { readonly value: unknown } | { readonly problems: readonly Problem[] } => {
  const json = readJson(bytes, limits);
  if ('rule' in json) return { problems: [{ path: 'body', rule: json.rule, message: json.message }] };
  const fields = json.oddNumbers ? integers() : undefined;
  const problems = fields === undefined ? [] : numbersWrong(json.text, fields);
  if (problems.length > 0) return { problems };
  if (json.hugeNumbers)
    return {
      problems: [{ path: 'body', rule: 'number_out_of_range', message: 'has a number beyond ±9007199254740991' }],
    };
  return { value: json.value };
};

const numbersWrong = (text: string, fields: IntegerFields): readonly Problem[] => {
  const at = (path: JsonPath) => ['body', ...path].join('.');
  const integers = findNotIntegers(text, fields, PROBLEMS_MAX).map((path) => ({
    path: at(path),
    rule: 'not_an_integer',
    message: NOT_AN_INTEGER,
  }));
  const decimals = findNotDecimals(text, fields, PROBLEMS_MAX - integers.length).map((path) => ({
    path: at(path),
    rule: 'not_a_decimal',
    message: NOT_A_DECIMAL,
  }));
  return [...integers, ...decimals];
};

/**
 * Reads a large body by the rules of every body, and gives back what takes the event loop's thread no time, whatever was
 * sent: members that nobody knows are left out, kept ones are bytes, and all others small or refused. Pure.
 */
export const readLargeBody = (bytes: Buffer, limits: Omit<JsonLimits, 'depth'>, shape: BodyShape): LargeBody => {
  const json = readJsonBody(bytes, limits, () => shape.integers);
  if ('problems' in json) return json;
  const { value } = json;
  if (!isObject(value)) return { text: JSON.stringify(emptied(value)), kept: {} };
  const problems: Problem[] = [];
  const small: Record<string, unknown> = {};
  const kept: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const [name, how] of shape.members) {
    if (!Object.hasOwn(value, name)) continue;
    const member = value[name];
    if (how === 'kept') {
      small[name] = emptied(member);
      if (isObject(member)) kept[name] = new TextEncoder().encode(JSON.stringify(member));
    } else if (JSON.stringify(member).length <= PLAIN_MAX) small[name] = member;
    else
      problems.push({
        path: `body.${name}`,
        rule: 'too_big',
        message: `must be at most ${PLAIN_MAX} characters of JSON`,
      });
  }
  return problems.length > 0 ? { problems } : { text: JSON.stringify(small), kept };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something of the same kind, with nothing in it: what it is held against says no less of it. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  return typeof value === 'string' ? '' : value;
};
