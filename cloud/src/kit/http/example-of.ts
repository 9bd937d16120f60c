import { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import type { JsonObject } from './json-schema.ts';

const A_MOMENT = '2026-01-01T09:30:00.000Z';
/** What has no example of its own, and is not made of what has. */
const NONE = Symbol('no example');

/**
 * An example of a schema, made of those that its parts have (`.meta({ examples: ['…'] })`): the first alternative of
 * several, one item of a list, and of an object whatever it must have. Undefined where a part has none.
 */
export const exampleOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject & {
    $defs?: Record<string, JsonObject>;
  };
  const example = exampleIn(root, $defs);
  return example === NONE ? undefined : example;
};

const exampleIn = (schema: JsonObject, definitions: Readonly<Record<string, JsonObject>>): unknown => {
  const { $ref, examples, type, items, format } = schema;
  const [first] = [examples, schema.enum].filter(Array.isArray).flat();
  if (first !== undefined) return first;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (typeof $ref === 'string') return exampleIn(definitions[$ref.replace('#/$defs/', '')] ?? {}, definitions);
  const [alternative] = [schema.anyOf ?? schema.oneOf].flat();
  if (alternative !== undefined) return exampleIn(alternative as JsonObject, definitions);
  if (type === 'object') return objectIn(schema, definitions);
  if (type === 'array') {
    const item = exampleIn(items as JsonObject, definitions);
    return item === NONE ? NONE : [item];
  }
  return format === 'date-time' ? A_MOMENT : NONE;
};

const objectIn = (
  { properties = {}, required = [] }: JsonObject,
  definitions: Readonly<Record<string, JsonObject>>,
): unknown => {
  const made = (required as string[]).map((name) => {
    const property = (properties as Record<string, JsonObject>)[name] ?? {};
    return [name, exampleIn(property, definitions)] as const;
  });
  return made.some(([, example]) => example === NONE) ? NONE : Object.fromEntries(made);
};

/** What an endpoint is shown and tried with: the examples that it declares, else those that its schemas make. */
export const examplesOf = ({ examples = {}, params, body, rawBody, success }: AnyEndpoint) => {
  const made = (schema: z.ZodType | undefined, io: 'input' | 'output') => schema && exampleOf(schema, io);
  return {
    params: examples.params ?? made(params, 'input'),
    query: examples.query,
    body: examples.body ?? (rawBody === undefined ? made(body, 'input') : undefined),
    success: examples.success ?? made(success.schema, 'output'),
  };
};
