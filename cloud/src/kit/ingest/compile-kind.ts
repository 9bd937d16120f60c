import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { type IntegerFields, integerFieldsOf, integerFieldsOfMembers } from '../http/integer-fields.ts';
import type { JsonObject } from '../http/json-schema.ts';
import type { AnyBatchKind } from './batch-kind.ts';

/** A kind with its validator, compiled from its own schema. */
export interface CompiledKind {
  readonly kind: AnyBatchKind;
  /** Whether an item has the shape; `errors` has the first thing that is wrong. */
  readonly fitsItem: ValidateFunction;
  /** Where in an item integers are due: by its schema, and within each shape. */
  readonly integers: IntegerFields | undefined;
}

/** Compiles once what judges every item: what zod says of itself as JSON Schema, made into code. */
export const compileKind = (kind: AnyBatchKind): CompiledKind => ({
  kind,
  fitsItem: validatorOf(kind.item),
  integers: joined(integerFieldsOf(kind.item), integerFieldsOfMembers(kind.shapes ?? {})),
});

const validators = new WeakMap<z.ZodType, ValidateFunction>();

/** A schema's validator, compiled when it is first asked for. */
export const validatorOf = (schema: z.ZodType): ValidateFunction => {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  // zod writes the schema: to hold it against the schema of schemas takes longer than to compile it.
  const ajv = new Ajv2020({
    strict: true,
    strictTuples: false,
    allowUnionTypes: true,
    validateFormats: false,
    validateSchema: false,
  });
  const validator = ajv.compile(jsonSchemaOf(schema));
  validators.set(schema, validator);
  return validator;
};

/** What zod says of a schema, its named parts put where they are used: a validator's paths are then those of the item. */
export const jsonSchemaOf = (schema: z.ZodType): JsonObject => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id; // A name for documents.
      if (jsonSchema.pattern !== undefined) delete jsonSchema.format; // The expression says it exactly.
    },
  }) as JsonObject & { $defs?: JsonObject };
  return inlined(root, $defs) as JsonObject;
};

const DEPTH_MAX = 64;

const inlined = (value: unknown, definitions: JsonObject, depth = 0): unknown => {
  if (depth > DEPTH_MAX) throw new Bug('the schema of an item refers to itself');
  if (Array.isArray(value)) return value.map((inner) => inlined(inner, definitions, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as JsonObject;
  const target = typeof $ref === 'string' ? definitions[$ref.replace(/^#\/\$defs\//, '')] : undefined;
  const members = Object.entries({ ...(target as JsonObject | undefined), ...own });
  return Object.fromEntries(members.map(([key, inner]) => [key, inlined(inner, definitions, depth + 1)]));
};

const joined = (a: IntegerFields | undefined, b: IntegerFields | undefined): IntegerFields | undefined =>
  a === undefined || b === undefined ? (a ?? b) : { ...a, properties: new Map([...a.properties, ...b.properties]) };
