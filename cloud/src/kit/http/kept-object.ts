import { z } from 'zod';

/**
 * The JSON of an object that is kept and not looked into: a text, or its bytes in UTF-8 where it came in a large body and
 * no thread but the one beside has ever seen it as a text.
 */
export type KeptJson = string | Uint8Array;

const kept = new WeakSet<z.core.$ZodType>();

/** A member of a body that may hold any object, up to what the body may hold. */
export const keptObject = (): z.ZodType<KeptJson, Record<string, unknown>> => {
  const schema = z.record(z.string(), z.unknown()).transform((value): KeptJson => JSON.stringify(value));
  kept.add(schema);
  return schema;
};

/** Whether a schema is one of those, through wrappers such as `optional`. */
export const isKeptObject = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod;
  return kept.has(schema) || ('innerType' in def && isKeptObject(def.innerType as z.core.$ZodType));
};
