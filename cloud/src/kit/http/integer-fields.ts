import { z } from 'zod';
import { DECIMAL_STEP, isKeptDecimal } from './decimals.ts';
import type { JsonObject } from './json-schema.ts';

/** Where in a JSON value integers are due, as its schema has it. What is not there leads to none. */
export interface IntegerFields {
  readonly integer: boolean;
  /** Decimals of at most six places are due: `keptDecimal`. */
  readonly decimal: boolean;
  readonly properties: ReadonlyMap<string, IntegerFields | undefined>;
  /** Of members that are not among the properties. */
  readonly rest: IntegerFields | undefined;
  /** Of an array's first items, and of those behind them. */
  readonly first: readonly (IntegerFields | undefined)[];
  readonly items: IntegerFields | undefined;
}

/** A path into a JSON value. */
export type JsonPath = readonly (string | number)[];

const known = new WeakMap<z.ZodType, { readonly fields: IntegerFields | undefined }>();

/** Where a schema wants integers; worked out once for each schema. */
export const integerFieldsOf = (schema: z.ZodType): IntegerFields | undefined => {
  const found = known.get(schema);
  if (found !== undefined) return found.fields;
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  const fields = fieldsOf([root], (root.$defs ?? {}) as Record<string, JsonObject>);
  known.set(schema, { fields });
  return fields;
};

/** The same for an object of these members. */
export const integerFieldsOfMembers = (members: Readonly<Record<string, z.ZodType>>): IntegerFields | undefined =>
  integerFieldsOf(z.object(members));

const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Over all schemas that may apply at one place. An integer is due where one of them says so, and none takes any number. */
const fieldsOf = (
  schemas: readonly JsonObject[],
  definitions: Readonly<Record<string, JsonObject>>,
  depth = 0,
): IntegerFields | undefined => {
  if (schemas.length === 0 || depth > DEPTH_MAX) return undefined;
  const all = schemas.flatMap((schema) => alternatives(schema, definitions));
  const under = (pick: (schema: JsonObject) => unknown): IntegerFields | undefined =>
    fieldsOf(all.map(pick).filter(isSchema), definitions, depth + 1);
  const properties = new Map<string, IntegerFields | undefined>();
  for (const name of new Set(all.flatMap(({ properties: own }) => Object.keys((own ?? {}) as JsonObject))))
    properties.set(
      name,
      under(({ properties: own }) => (own as JsonObject | undefined)?.[name]),
    );
  const rest = under(({ additionalProperties }) => additionalProperties);
  const items = under(({ items: own }) => own);
  const length = Math.max(0, ...all.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)));
  const first = Array.from({ length }, (_, at) =>
    under(({ prefixItems }) => (prefixItems as unknown[] | undefined)?.[at]),
  );
  const types = all.flatMap(({ type }) => type);
  const integer = types.includes('integer') && !types.includes('number');
  const decimal = all.some(({ multipleOf }) => multipleOf === DECIMAL_STEP);
  const leads = [rest, items, ...first, ...properties.values()].some((fields) => fields !== undefined);
  return integer || decimal || leads ? { integer, decimal, properties, rest, first, items } : undefined;
};

/** Deeper than any body may be; a schema that refers to itself ends here. */
const DEPTH_MAX = 32;

const isSchema = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

const alternatives = (schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>): JsonObject[] => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace(/^#\/\$defs\//, '') : undefined;
  const target = name === undefined ? undefined : definitions[name];
  const nested = UNIONS.flatMap((union) => (Array.isArray(schema[union]) ? (schema[union] as JsonObject[]) : []));
  return [
    schema,
    ...[...(target === undefined ? [] : [target]), ...nested].flatMap((s) => alternatives(s, definitions)),
  ];
};

/** What is said of a number that is due to be an integer and is not written as one. */
export const NOT_AN_INTEGER =
  'must be an integer within ±9007199254740991, written without fraction, exponent or negative zero';

const PLAIN = /^-?(?:0|[1-9][0-9]*)$/;
const NUMBER = /[-+.0-9eE]+/y;

/**
 * The places where the schema wants an integer and the text has a number that is not written as one: with a fraction or
 * an exponent, as `-0`, or beyond ±(2^53 − 1), all of which `JSON.parse` would turn into an integer that nobody sent.
 * The text must be JSON. At most `max` are named.
 */
export const findNotIntegers = (text: string, fields: IntegerFields, max: number): readonly JsonPath[] => {
  const finder = new Finder(text, max, ({ integer }, token) => integer && !isPlainInteger(token));
  finder.value(fields);
  return finder.found;
};

/**
 * The places where the schema wants a decimal of at most six places and the text has a number that is none, whatever
 * `JSON.parse` makes of it: one of more places, of more digits than are kept, or `-0`. The text must be JSON.
 */
export const findNotDecimals = (text: string, fields: IntegerFields, max: number): readonly JsonPath[] => {
  const finder = new Finder(text, max, ({ decimal }, token) => decimal && !isKeptDecimal(token));
  finder.value(fields);
  return finder.found;
};

const isPlainInteger = (token: string): boolean =>
  token !== '-0' && PLAIN.test(token) && Number.isSafeInteger(Number(token));

class Finder {
  readonly found: JsonPath[] = [];
  readonly #text: string;
  readonly #max: number;
  readonly #path: (string | number)[] = [];
  readonly #isWrong: (fields: IntegerFields, token: string) => boolean;
  #at = 0;

  constructor(text: string, max: number, isWrong: (fields: IntegerFields, token: string) => boolean) {
    this.#text = text;
    this.#max = max;
    this.#isWrong = isWrong;
  }

  value(fields: IntegerFields | undefined): void {
    const next = this.#next();
    if (next === '{') this.#members(fields);
    else if (next === '[') this.#items(fields);
    else if (next === '"') this.#string();
    else if (next === '-' || (next >= '0' && next <= '9')) this.#number(fields);
    else this.#at += next === 'f' ? 5 : 4;
  }

  #members(fields: IntegerFields | undefined): void {
    this.#at++;
    while (this.#next() !== '}') {
      const from = this.#at;
      this.#string();
      const key = fields === undefined ? '' : (JSON.parse(this.#text.slice(from, this.#at)) as string);
      this.#next();
      this.#at++; // The colon.
      this.#path.push(key);
      this.value(fields?.properties.has(key) ? fields.properties.get(key) : fields?.rest);
      this.#path.pop();
      if (this.#next() === ',') this.#at++;
    }
    this.#at++;
  }

  #items(fields: IntegerFields | undefined): void {
    this.#at++;
    for (let index = 0; this.#next() !== ']'; index++) {
      this.#path.push(index);
      this.value(fields !== undefined && index < fields.first.length ? fields.first[index] : fields?.items);
      this.#path.pop();
      if (this.#next() === ',') this.#at++;
    }
    this.#at++;
  }

  #number(fields: IntegerFields | undefined): void {
    NUMBER.lastIndex = this.#at;
    const token = NUMBER.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    if (fields === undefined || this.found.length === this.#max) return;
    if (this.#isWrong(fields, token)) this.found.push([...this.#path]);
  }

  #string(): void {
    let close = this.#at;
    let slashes: number;
    do {
      close = this.#text.indexOf('"', close + 1);
      for (slashes = 0; this.#text[close - 1 - slashes] === '\\'; slashes++);
    } while (slashes % 2 === 1);
    this.#at = close + 1;
  }

  #next(): string {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
    return this.#text[this.#at] ?? ']';
  }
}
