import { z } from 'zod';
import type { OpenApiDocument, Schema } from '../document.ts';

/** Whether a value is what a schema of this document describes. */
export const fitsSchema = ({ components }: OpenApiDocument, schema: Schema, value: unknown): boolean => {
  const whole = JSON.stringify({ ...schema, $defs: withinReach(components.schemas, schema) });
  const local = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(local).safeParse(value).success;
};

/** The named schemas that a schema refers to, themselves or through others: all of them are half a megabyte. */
const withinReach = (named: OpenApiDocument['components']['schemas'], schema: Schema): Record<string, Schema> => {
  const reached: Record<string, Schema> = {};
  const visit = (from: Schema): void => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const found = named[name];
      if (found === undefined || name in reached) continue;
      reached[name] = found;
      visit(found);
    }
  };
  visit(schema);
  return reached;
};

/** The kind of each member, by its path: `data[].name` is a string. Of a list, its first element stands for all. */
export const shapeOf = (value: unknown, path = ''): Record<string, string> => {
  if (Array.isArray(value))
    return { [`${path}[]`]: 'list', ...(value.length === 0 ? {} : shapeOf(value[0], `${path}[]`)) };
  if (typeof value !== 'object' || value === null) return { [path]: value === null ? 'null' : typeof value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => shapeOf(inner, path === '' ? name : `${path}.${name}`)),
  );
};
