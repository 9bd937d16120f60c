import type { z } from 'zod';
import { jsonSchemaOf } from '../compile-kind.ts';

type Schema = { readonly [key: string]: unknown };

/** What refuses: one entry a keyword and place, as a validator names them. */
const KEYWORDS = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'required',
  'additionalProperties',
];

export interface SchemaRules {
  /** Such as `#/properties/price/anyOf/0/minimum`. */
  readonly rules: Set<string>;
  /** Values at and beside the limits that the schema sets, whatever place they are for. */
  readonly edges: readonly unknown[];
}

/** Reads the rules off a schema, to see that each of them is broken once. */
export const schemaRules = (schema: z.ZodType): SchemaRules => {
  const rules = new Set<string>();
  const edges: unknown[] = [];
  const visit = (node: Schema, path: string): void => {
    for (const keyword of KEYWORDS) if (canBreak(node, keyword)) rules.add(`${path}/${keyword}`);
    edges.push(...edgesOf(node));
    for (const [inner, innerPath] of partsOf(node, path)) visit(inner, innerPath);
  };
  visit(jsonSchemaOf(schema), '#');
  return { rules, edges };
};

const canBreak = (node: Schema, keyword: string): boolean =>
  node[keyword] !== undefined && !(keyword === 'minLength' && node[keyword] === 0);

/** The schemas that stand in a schema, with their paths. */
const partsOf = (node: Schema, path: string): [Schema, string][] => {
  const named = (key: string, at: string): [unknown, string][] =>
    Object.entries((node[key] ?? {}) as Schema).map(([name, inner]) => [inner, `${at}/${name}`]);
  const all: [unknown, string][] = [
    ...named('properties', `${path}/properties`),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) => named(key, `${path}/${key}`)),
    [node.items, `${path}/items`],
    [node.additionalProperties, `${path}/additionalProperties`],
  ];
  return all.filter((part): part is [Schema, string] => typeof part[0] === 'object' && part[0] !== null);
};

const edgesOf = ({ minLength, maxLength, minimum, maximum, enum: values, const: only }: Schema): unknown[] => [
  ...[minLength, maxLength].flatMap((length) => (typeof length === 'number' ? textsAround(length) : [])),
  ...[minimum, maximum].flatMap((bound) => (typeof bound === 'number' ? [bound - 1, bound, bound + 1] : [])),
  ...(Array.isArray(values) ? [...values, `${values[0]} `] : []),
  ...(only === undefined ? [] : [only]),
];

/** One less, just so many, and one more: of plain letters, and of ones that are two UTF-16 units. */
const textsAround = (length: number): string[] =>
  [length - 1, length, length + 1]
    .filter((n) => n >= 0)
    .flatMap((n) => ['a'.repeat(n), '😀'.repeat(n), `${'é'.repeat(Math.max(0, n - 1))}${n > 0 ? '😀' : ''}`]);
