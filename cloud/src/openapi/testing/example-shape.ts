import { z } from 'zod';
import type { OpenApiDocument, Schema } from '../document.ts';

/** Whether a value is what a schema of this document describes. */
export const fitsSchema = ({ components }: OpenApiDocument, schema: Schema, value: unknown): boolean => {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas });
  const local = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(local).safeParse(value).success;
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
