import { z } from 'zod';
import { JSON_DEPTH } from './json-text.ts';

type Schema = z.core.$ZodType;
/** How a request reads what it was sent, and an answer what it says: they differ where a schema transforms. */
export type Way = 'in' | 'out';

const marks = z.registry<{ readonly shown: boolean }>();

/**
 * Marks a schema of its own: what stands there is about a person, or a secret, or free text that may be either. It is in no
 * exchange that is kept, nor is anything under it.
 */
export const withheld = <S extends z.ZodType>(schema: S): S => {
  marks.add(schema, { shown: false });
  return schema;
};

/** The opposite, for a member of unknown form that is no more than a plain name of something of the platform. */
export const shown = <S extends z.ZodType>(schema: S): S => {
  marks.add(schema, { shown: true });
  return schema;
};

/** What may be shown of a JSON value, as its schemas and their marks have it. What is not here is not shown. */
export interface ShownFields {
  /** A text, a number, `true` or `false`. */
  readonly scalar: boolean;
  readonly members: ReadonlyMap<string, ShownFields | undefined>;
  /** Of an array's items. */
  readonly each: ShownFields | undefined;
}

/** Over all schemas that may apply at one place: what one of them withholds is withheld. */
export const shownFields = (schemas: readonly Schema[], way: Way, depth = 0): ShownFields | undefined => {
  const forms = depth > JSON_DEPTH ? [] : schemas.map((schema) => formsOf(schema, way));
  if (forms.includes(undefined)) return undefined;
  const all = forms.flatMap((own = []) => own);
  const members = new Map<string, ShownFields | undefined>();
  const shapes = all.flatMap((form) =>
    form instanceof z.ZodObject ? Object.entries(form.shape as z.ZodRawShape) : [],
  );
  for (const [name, same] of Map.groupBy(shapes, ([member]) => member))
    members.set(
      name,
      shownFields(
        same.map(([, schema]) => schema),
        way,
        depth + 1,
      ),
    );
  const items = all.flatMap(itemsOf);
  const each = items.length === 0 ? undefined : shownFields(items, way, depth + 1);
  const scalar = all.some(({ _zod }) => SCALARS.has(_zod.def.type));
  return scalar || shapes.length > 0 || items.length > 0 ? { scalar, members, each } : undefined;
};

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null']);

/** What may be meant, without wrappers such as `optional`; undefined where it is withheld. */
const formsOf = (schema: Schema, way: Way): Schema[] | undefined => {
  const mark = marks.get(schema);
  if (mark !== undefined) return mark.shown ? [PLAIN] : undefined;
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => formsOf(option, way));
    return options.includes(undefined) ? undefined : options.flatMap((own = []) => own);
  }
  if (schema instanceof z.ZodPipe) return formsOf(way === 'in' ? schema.in : schema.out, way);
  const { def } = schema._zod;
  return 'innerType' in def ? formsOf(def.innerType as Schema, way) : [schema];
};
const PLAIN = z.string();

const itemsOf = (schema: Schema): Schema[] => {
  if (schema instanceof z.ZodArray) return [schema.element];
  return schema instanceof z.ZodTuple ? [...schema._zod.def.items] : [];
};
