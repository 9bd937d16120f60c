import { type OpenApiDocument, resolved, type Schema } from '../document.ts';

/** One member of a body, wherever it stands in it. */
export interface Field {
  /** `access_time_windows[].external_id` */
  readonly path: string;
  readonly required: boolean;
  readonly type: string;
  /** Bounds and lists of words that the schema sets. */
  readonly rules: readonly string[];
  readonly description: string | undefined;
}

/** How deep a body is described; beyond that the document says it. */
const DEPTH_MAX = 9;

/** Every member of a body, in the order of the document: members of members right after what they are members of. */
export const fieldsOf = (document: OpenApiDocument, schema: Schema, path = '', depth = 0): Field[] => {
  if (depth > DEPTH_MAX) return [];
  const inner = (part: Schema, at: string): Field[] => fieldsOf(document, part, at, depth + 1);
  const whole = resolved(document, schema);
  const fromParts = [
    ...(whole.allOf ?? []).flatMap((part) => inner(part, path)),
    ...fromVariants(choicesOf(document, whole).map((variant) => ({ variant, fields: inner(variant, path) }))),
  ];
  if (whole.items !== undefined) return [...fromParts, ...inner(whole.items, `${path}[]`)];
  const own = Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const member = resolved(document, property);
    const field: Field = {
      path: at,
      required: whole.required?.includes(name) === true,
      type: orList(typeNamesOf(document, member)),
      rules: [...new Set([member, ...choicesOf(document, member)].flatMap(rulesOf))],
      description: property.description ?? member.description,
    };
    return [field, ...inner(member, at)];
  });
  return unique([...own, ...fromParts]);
};

interface Variant {
  readonly variant: Schema;
  readonly fields: readonly Field[];
}

/** What all variants have is said once, with all that it may be; what only some have, with the word that tells them apart. */
const fromVariants = (variants: readonly Variant[]): Field[] => {
  const all = variants.filter(({ fields }) => fields.length > 0);
  const merged = all.flatMap(({ variant, fields }) =>
    fields.map((field) => {
      const same = all.flatMap((other) => other.fields.filter(({ path }) => path === field.path));
      const within = fields.some(({ path }) => field.path.startsWith(`${path}.`));
      const mark = same.length === all.length || within ? undefined : markOf(variant);
      return {
        ...field,
        type: orList([...new Set(same.map(({ type }) => type))]),
        rules: mark === undefined ? field.rules : [...field.rules, mark],
      };
    }),
  );
  return unique(merged);
};

/** The member of a variant that has one value only. */
const markOf = ({ properties = {} }: Schema): string | undefined => {
  const [name, value] = Object.entries(properties).find(([, property]) => 'const' in property) ?? [];
  return value === undefined ? undefined : `where \`${name}\` is \`${String(value.const)}\``;
};

const unique = (fields: readonly Field[]): Field[] => {
  const seen = new Map<string, Field>();
  for (const field of fields) if (!seen.has(field.path)) seen.set(field.path, field);
  return [...seen.values()];
};

const choicesOf = (document: OpenApiDocument, { anyOf, oneOf }: Schema): Schema[] =>
  (anyOf ?? oneOf ?? []).map((choice) => resolved(document, choice));

/** What a value may be: names of types, and words in backticks. */
const typeNamesOf = (document: OpenApiDocument, schema: Schema): string[] => {
  const whole = resolved(document, schema);
  const choices = choicesOf(document, whole);
  if ('const' in whole) return [`\`${String(whole.const)}\``];
  if (whole.enum !== undefined) return whole.enum.map((word) => `\`${String(word)}\``);
  if (choices.length > 0) return [...new Set(choices.flatMap((choice) => typeNamesOf(document, choice)))];
  if (whole.type === 'array' && whole.items && whole.minItems === 2 && whole.maxItems === 2)
    return [`pair of ${severalOf(document, whole.items)}`];
  if (whole.type === 'array') return [`list of ${whole.items ? severalOf(document, whole.items) : 'values'}`];
  if (Array.isArray(whole.type)) return whole.type;
  return [typeof whole.type === 'string' ? whole.type : 'any value'];
};

const severalOf = (document: OpenApiDocument, schema: Schema): string =>
  orList(typeNamesOf(document, schema).map((name) => (name.startsWith('`') ? name : name.replace(/^\w+/, '$&s'))));

const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly default?: unknown;
}

const rulesOf = (schema: Schema & Bounds): string[] => {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format } = schema;
  // The ends of what a JSON integer can be are no rule by themselves.
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = least === undefined && maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...range(minLength === 0 ? undefined : minLength, maxLength, ' characters'),
    ...range(least, most, ''),
    ...range(minItems, maxItems, ' elements'),
    ...(format === undefined ? [] : [format]),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless given`]),
  ];
};

const range = (least: number | undefined, most: number | undefined, what: string): string[] => {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`at most ${most}${what}`];
  return [most === undefined ? `at least ${least}${what}` : `${least} to ${most}${what}`];
};
