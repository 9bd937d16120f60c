import { type OpenApiDocument, resolved, type Schema } from '../openapi/document.ts';

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
const DEPTH_MAX = 6;

/** Every member of a body, in the order of the document: members of members right after what they are members of. */
export const fieldsOf = (document: OpenApiDocument, schema: Schema, path = '', depth = 0): Field[] => {
  if (depth > DEPTH_MAX) return [];
  const inner = (part: Schema, at: string): Field[] => fieldsOf(document, part, at, depth + 1);
  const whole = resolved(document, schema);
  const parts = [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  const fromParts = parts.flatMap((part) => fieldsOf(document, part, path, depth + 1));
  if (whole.items !== undefined && whole.items !== false) return [...fromParts, ...inner(whole.items, `${path}[]`)];
  const own = Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const member = resolved(document, property);
    const field: Field = {
      path: at,
      required: whole.required?.includes(name) === true,
      type: typeNameOf(document, member),
      rules: rulesOf(member as Schema & Bounds),
      description: property.description ?? member.description,
    };
    return [field, ...inner(member, at)];
  });
  return unique([...own, ...fromParts]);
};

/** What several variants of a body share is said once. */
const unique = (fields: readonly Field[]): Field[] => {
  const seen = new Map<string, Field>();
  for (const field of fields) if (!seen.has(field.path)) seen.set(field.path, field);
  return [...seen.values()];
};

const typeNameOf = (document: OpenApiDocument, schema: Schema): string => {
  const whole = resolved(document, schema);
  if ('const' in whole) return JSON.stringify(whole.const);
  if (whole.enum !== undefined) return 'one of';
  const choices = whole.anyOf ?? whole.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeNameOf(document, choice)))].join(' or ');
  if (whole.prefixItems !== undefined) return `pair of ${typeNameOf(document, whole.prefixItems[0] ?? {})}s`;
  if (whole.type === 'array')
    return `list of ${whole.items ? typeNameOf(document, whole.items).replace(/^one of$/, 'word') : 'value'}s`;
  if (Array.isArray(whole.type)) return whole.type.join(' or ');
  return typeof whole.type === 'string' ? whole.type : 'anything';
};

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
  const range = (least: number | undefined, most: number | undefined, what: string): string[] =>
    least === undefined && most === undefined
      ? []
      : [`${least ?? 'at most'}${least === undefined ? ' ' : ' to '}${most ?? '…'}${what}`];
  const own = [
    ...(schema.enum ?? []).map((word) => `\`${String(word)}\``),
    ...range(minLength === 0 ? undefined : minLength, maxLength, ' characters'),
    ...range(minimum, maximum === Number.MAX_SAFE_INTEGER && minimum === undefined ? undefined : maximum, ''),
    ...range(minItems, maxItems, ' elements'),
    ...(format === undefined ? [] : [format]),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless given`]),
  ];
  return own;
};
