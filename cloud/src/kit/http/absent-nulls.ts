import { z } from 'zod';

/** Where in a value `null` says no more than that nothing was said, as its schema has it. What is not there leads to none. */
interface AbsentNulls {
  /** Members that may be left out and take no `null`. */
  readonly absent: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, AbsentNulls>;
  /** Of an array's items, or of a record's members. */
  readonly each: AbsentNulls | undefined;
}

/** For the documents. */
export const NULLS_IN_WORDS =
  'In a request, `null` for a member that is not required is the same as leaving it out, unless the member’s own type has `null`.';

const known = new WeakMap<z.ZodType, { readonly nulls: AbsentNulls | undefined }>();

/**
 * A value without those members whose `null` is their absence: the schema lets them be left out, and has no `null` of its
 * own for them. Serialisers of many languages write one for whatever is not set. The value itself stays as it is.
 */
export const withoutAbsentNulls = (schema: z.ZodType, value: unknown): unknown => {
  const found = known.get(schema) ?? { nulls: absentNullsOf([schema]) };
  known.set(schema, found);
  return without(found.nulls, value);
};

const without = (nulls: AbsentNulls | undefined, value: unknown): unknown => {
  if (nulls === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => without(nulls.each, item));
  const { absent, members, each } = nulls;
  const kept = Object.entries(value).filter(([name, member]) => member !== null || !absent.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(members.get(name) ?? each, member)]));
};

type Schema = z.core.$ZodType;

/** Over all schemas that may apply at one place: a `null` that one of them takes is left to it. */
const absentNullsOf = (schemas: readonly Schema[], depth = 0): AbsentNulls | undefined => {
  const all = depth > DEPTH_MAX ? [] : schemas.flatMap(alternatives);
  const shapes = all.flatMap((schema) => (schema instanceof z.ZodObject ? Object.entries(schema.shape) : []));
  const absent = new Set<string>();
  const members = new Map<string, AbsentNulls>();
  for (const [name, same] of Map.groupBy(shapes, ([member]) => member)) {
    const here = same.map(([, schema]) => schema);
    if (here.some((schema) => takes(schema, undefined)) && !here.some((schema) => takes(schema, null)))
      absent.add(name);
    const under = absentNullsOf(here, depth + 1);
    if (under !== undefined) members.set(name, under);
  }
  const items = all.flatMap(itemsOf);
  const each = items.length === 0 ? undefined : absentNullsOf(items, depth + 1);
  return absent.size === 0 && members.size === 0 && each === undefined ? undefined : { absent, members, each };
};

/** Deeper than any body may be; a schema that refers to itself ends here. */
const DEPTH_MAX = 32;

/** What may be meant, without wrappers such as `optional`. */
const alternatives = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternatives);
  if (schema instanceof z.ZodPipe) return alternatives(schema.in);
  const { def } = schema._zod;
  return 'innerType' in def ? alternatives(def.innerType as Schema) : [schema];
};

const itemsOf = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodArray) return [schema.element];
  return schema instanceof z.ZodRecord ? [schema.valueType] : [];
};

const takes = (schema: Schema, value: null | undefined): boolean => z.safeParse(schema, value).success;
