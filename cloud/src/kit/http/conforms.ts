import type { z } from 'zod';

type Conforms = (value: unknown) => boolean;
/** What a definition of the library has, as far as this reads it. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly discriminator?: string;
  readonly keyType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly coerce?: boolean;
}

const known = new WeakMap<z.core.$ZodType, Conforms | undefined>();

/**
 * Whether a value is one that this schema takes and leaves as it is: then parsing it would only copy it. That costs no object, where
 * parsing costs several for each there is. False says nothing: whoever asks has it parsed. Nothing for a schema that
 * may make something else of what it takes.
 */
export const conformsTo = (schema: z.core.$ZodType): Conforms | undefined => {
  if (!known.has(schema)) known.set(schema, compiled(schema));
  return known.get(schema);
};

const compiled = (schema: z.core.$ZodType): Conforms | undefined => {
  const def = definitionOf(schema);
  const { type, checks = [] } = def;
  if (type === 'unknown' || type === 'any') return checks.length === 0 ? () => true : undefined;
  if (LEAVES.has(type)) return leaf(schema, def);
  if (checks.length > 0) return undefined;
  return COMPOSED[type]?.(def);
};

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition;

/** What is compared by itself: what the library takes of it is what it was given. */
const LEAVES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'null', 'enum', 'literal']);
const PLAIN: Readonly<Record<string, Conforms>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const leaf = (schema: z.core.$ZodType, { type, checks = [], coerce }: Definition): Conforms | undefined => {
  const { values } = schema._zod;
  const plain = PLAIN[type] ?? (values && ((value: unknown) => values.has(value as string)));
  if (plain === undefined || coerce === true) return undefined;
  // What is a format of its own, such as a UUID, is its first check.
  const all = [...('check' in schema._zod.def ? [schema] : []), ...checks] as readonly z.core.$ZodCheck<unknown>[];
  if (all.length === 0) return plain;
  // One for all that pass: checks are done with it before anybody else asks.
  let payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    if (!plain(value)) return false;
    payload.value = value;
    for (const { _zod } of all) {
      const { when } = _zod.def;
      if (when !== undefined && !when(payload)) continue;
      const isDone = _zod.check(payload) === undefined;
      if (isDone && payload.issues.length === 0 && payload.value === value) continue;
      payload = { value: undefined, issues: [] };
      return false;
    }
    return true;
  };
};

const COMPOSED: Readonly<Record<string, (def: Definition) => Conforms | undefined>> = {
  optional: ({ innerType }) => orElse(innerType, undefined),
  nullable: ({ innerType }) => orElse(innerType, null),
  // What is there is no default.
  default: ({ innerType }) => {
    const conforms = innerType && conformsTo(innerType);
    return conforms && ((value) => value !== undefined && conforms(value));
  },
  array: ({ element }) => {
    const conforms = element && conformsTo(element);
    return conforms && ((value) => Array.isArray(value) && everyItem(value, conforms));
  },
  record: ({ keyType, valueType }) => {
    const isAnyText = keyType !== undefined && conformsTo(keyType) === PLAIN.string;
    const conforms = isAnyText && valueType ? conformsTo(valueType) : undefined;
    return (
      conforms && ((value) => isPlain(value) && !Object.hasOwn(value, '__proto__') && everyMember(value, conforms))
    );
  },
  union: ({ options = [], discriminator }) =>
    discriminator === undefined ? anyLeaf(options) : anyOption(options, discriminator),
  object: ({ shape = {}, catchall }) => (isStrict(catchall) ? object(shape) : undefined),
};

const orElse = (inner: z.core.$ZodType | undefined, other: null | undefined): Conforms | undefined => {
  const conforms = inner && conformsTo(inner);
  return conforms && ((value) => value === other || conforms(value));
};

/** What is not in the shape is left out, or refused: either way a value that conforms has nothing else. */
const isStrict = (catchall: z.core.$ZodType | undefined): boolean =>
  catchall === undefined || definitionOf(catchall).type === 'never';

const object = (shape: Readonly<Record<string, z.core.$ZodType>>): Conforms | undefined => {
  const members = new Map<string, Conforms>();
  const required: string[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const conforms = conformsTo(schema);
    if (conforms === undefined) return undefined;
    members.set(name, conforms);
    if (definitionOf(schema).type !== 'optional') required.push(name);
  }
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name in value) {
      const conforms = members.get(name);
      if (conforms === undefined || !conforms(value[name])) return false;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
};

/** Where each option is a leaf, whichever takes a value leaves it as it is. */
const anyLeaf = (options: readonly z.core.$ZodType[]): Conforms | undefined => {
  const each = options.map((option) => (LEAVES.has(definitionOf(option).type) ? conformsTo(option) : undefined));
  if (each.includes(undefined)) return undefined;
  return (value) => each.some((conforms) => conforms?.(value));
};

const anyOption = (options: readonly z.core.$ZodType[], discriminator: string): Conforms | undefined => {
  const byWord = new Map<unknown, Conforms>();
  for (const option of options) {
    const [conforms, words] = [conformsTo(option), option._zod.propValues?.[discriminator]];
    if (conforms === undefined || words === undefined) return undefined;
    for (const word of words) byWord.set(word, conforms);
  }
  return (value) => isPlain(value) && byWord.get(value[discriminator])?.(value) === true;
};

/** As JSON has objects: nothing that turns into something else as it is written, and nothing inherited. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** A list has no gaps as JSON has it. */
const everyItem = (items: readonly unknown[], conforms: Conforms): boolean => {
  for (let at = 0; at < items.length; at++) if (!conforms(items[at])) return false;
  return true;
};

const everyMember = (value: Readonly<Record<string, unknown>>, conforms: Conforms): boolean => {
  for (const name in value) if (!conforms(value[name])) return false;
  return true;
};
