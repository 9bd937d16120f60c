import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isKnownTag } from './byte-range.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type Answer, type Exchange, headerOf } from './exchange.ts';
import { changes } from './method-rules.ts';
import { wrongField } from './validate.ts';

/** Members that are wanted of an answer: of one with none under it all. */
export type Wanted = ReadonlyMap<string, Wanted>;

export interface Selection {
  /** The query without what is not the endpoint's own. */
  readonly search: string;
  /** Nothing, where all of the answer is wanted. */
  readonly wanted?: Wanted;
}

const FIELDS = 'fields';
const NAMES = /^\w{1,100}(?:\.\w{1,100}){0,9}$/;
const NAMES_MAX = 100;

/** Whether an answer is JSON that is read, and may be trimmed. */
const isTrimmable = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === 'GET' && !changes(endpoint) && endpoint.success.schema !== undefined;

/** What `?fields=name,doors.online` asks for, and the query without it. Throws the 400 for a name that no answer has. */
export const selectionIn = (endpoint: AnyEndpoint, search: string): Selection => {
  if (!isTrimmable(endpoint) || !search.includes(FIELDS)) return { search };
  const query = new URLSearchParams(search);
  const asked = query.getAll(FIELDS);
  if (asked.length === 0) return { search };
  query.delete(FIELDS);
  const names = asked.join(',').split(',');
  if (names.length > NAMES_MAX) throw wrong(`names more than ${NAMES_MAX}`);
  const wanted = treeOf(names);
  requireMembers(wanted, [itemOf(endpoint.success.schema as z.ZodType)], '');
  return { search: query.toString(), wanted };
};

const wrong = (why: string) => wrongField(`query.${FIELDS}`, 'unknown_member', why);

type Tree = Map<string, Tree>;
const treeOf = (names: readonly string[]): Wanted => {
  const root: Tree = new Map();
  for (const name of names) {
    if (!NAMES.test(name)) throw wrong('must be names of members, such as name,doors.online');
    let node = root;
    for (const part of name.split('.')) {
      const next: Tree = node.get(part) ?? new Map();
      node.set(part, next);
      node = next;
    }
  }
  return root;
};

/** What a schema may be, without wrappers such as `nullable`; of a list, what its items may be. */
const formsOf = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  if (schema instanceof z.ZodPipe) return formsOf(schema.out);
  if (schema instanceof z.ZodArray) return formsOf(schema.element);
  const { def } = schema._zod;
  return 'innerType' in def ? formsOf(def.innerType as z.core.$ZodType) : [schema];
};

/** What fields are named of: of a list its items, of anything else itself. */
const itemOf = (schema: z.ZodType): z.core.$ZodType => {
  const [only] = formsOf(schema);
  const data = only instanceof z.ZodObject ? (only.shape as z.ZodRawShape).data : undefined;
  return data instanceof z.ZodArray ? data : schema;
};

const requireMembers = (wanted: Wanted, schemas: readonly z.core.$ZodType[], path: string): void => {
  const forms = schemas.flatMap(formsOf);
  for (const [name, below] of wanted) {
    const at = path === '' ? name : `${path}.${name}`;
    const members = forms.flatMap((form) => memberOf(form, name));
    if (members.length === 0) throw wrong(`${at.slice(0, 100)} is no member of the answer`);
    if (below.size > 0) requireMembers(below, members, at);
  }
};

const ANYTHING = z.unknown();
const memberOf = (form: z.core.$ZodType, name: string): z.core.$ZodType[] => {
  if (form instanceof z.ZodRecord) return [form.valueType];
  if (!(form instanceof z.ZodObject)) return form instanceof z.ZodUnknown || form instanceof z.ZodAny ? [ANYTHING] : [];
  const shape = form.shape as z.ZodRawShape;
  if (Object.hasOwn(shape, name)) return [shape[name] as z.core.$ZodType];
  return form._zod.def.catchall === undefined || form._zod.def.catchall instanceof z.ZodNever ? [] : [ANYTHING];
};

/** What is wanted of an answer; of a list, of each of its items, with whatever else the list says of itself. */
export const trimmed = (value: unknown, wanted: Wanted | undefined): unknown => {
  if (wanted === undefined) return value;
  if (isObject(value) && Array.isArray(value.data))
    return { ...value, data: value.data.map((item) => only(item, wanted)) };
  return only(value, wanted);
};

const only = (value: unknown, wanted: Wanted): unknown => {
  if (wanted.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => only(item, wanted));
  if (!isObject(value)) return value;
  const kept = [...wanted].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(kept.map(([name, below]) => [name, only(value[name], below)]));
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the endpoint reads one node. */
const isNode = ({ graph }: AnyEndpoint): boolean => graph !== undefined && 'node' in graph;

/**
 * The answer of a single thing, with what tells whether it has changed: 304, and nothing else, where the client has it already.
 * What changes something is never answered so.
 */
export const validated = (exchange: Pick<Exchange, 'request'>, endpoint: AnyEndpoint, answer: Answer): Answer => {
  if (answer.status !== 200 || !isTrimmable(endpoint) || !isNode(endpoint)) return answer;
  const etag = `"${createHash('sha256').update(answer.text).digest('base64url').slice(0, 27)}"`;
  // Whoever keeps it asks each time whether it is still so, with a token of their own.
  const headers = {
    ...answer.headers,
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Origin',
  };
  const isKnown = isKnownTag(etag, headerOf(exchange.request)('if-none-match'));
  return isKnown ? { status: 304, text: '', headers } : { ...answer, headers };
};
