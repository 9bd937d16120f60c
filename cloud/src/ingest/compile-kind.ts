import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { type IntegerFields, integerFieldsOf, integerFieldsOfMembers } from '../http/integer-fields.ts';
import type { AnyBatchKind } from './batch-kind.ts';

/** A kind with its validators, compiled from its own schemas. */
export interface CompiledKind {
  readonly kind: AnyBatchKind;
  /** Whether an item has the shape; `errors` has the first thing that is wrong. */
  readonly fitsItem: ValidateFunction;
  readonly fits: (shape: string, value: unknown) => boolean;
  /** Where in an item integers are due: by its schema, and within each shape. */
  readonly integers: IntegerFields | undefined;
}

/** Compiles once what judges every item: what zod says of itself as JSON Schema, made into code. */
export const compileKind = (kind: AnyBatchKind): CompiledKind => {
  const ajv = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true, validateFormats: false });
  const compile = (schema: z.ZodType) => ajv.compile(jsonSchemaOf(schema));
  const shapes = new Map(Object.entries(kind.shapes ?? {}).map(([name, shape]) => [name, compile(shape)]));
  return {
    kind,
    fitsItem: compile(kind.item),
    fits: (shape, value) => shapes.get(shape)?.(value) === true,
    integers: joined(integerFieldsOf(kind.item), integerFieldsOfMembers(kind.shapes ?? {})),
  };
};

const jsonSchemaOf = (schema: z.ZodType): object =>
  z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id; // A name for documents.
      if (jsonSchema.pattern !== undefined) delete jsonSchema.format; // The expression says it exactly.
    },
  });

const joined = (a: IntegerFields | undefined, b: IntegerFields | undefined): IntegerFields | undefined =>
  a === undefined || b === undefined ? (a ?? b) : { ...a, properties: new Map([...a.properties, ...b.properties]) };
