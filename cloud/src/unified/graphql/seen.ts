import type { GraphQLError } from 'graphql';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { NodeType } from './nodes.ts';

/** An object of an answer, and what was asked to get it: an edge finds there what the object does not say itself. */
export interface Seen {
  readonly value: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** How a field asks its endpoint. */
export interface FieldPlan {
  readonly endpoint: AnyEndpoint;
  /** Inputs that its path takes. */
  readonly inPath: ReadonlySet<string>;
  /** Arguments by their names in the graph: which input of the endpoint each is. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Inputs that are taken from the node that it is an edge of. */
  readonly from: Readonly<Record<string, string>>;
  /** The node that it is an edge of, where that has an endpoint of its own. */
  readonly owner?: NodeType | undefined;
  /** The body as the endpoint takes it, of the argument `input`. */
  readonly bodyOf?: ((input: unknown) => unknown) | undefined;
  readonly node?: NodeType | undefined;
}

/** What became of a question of one of many: what refused it tells its code. Null: there is nothing to ask it with. */
export type Answered = Seen | GraphQLError | null;

/** What resolving goes by: one for each operation. */
export interface Ctx {
  /** Asks an endpoint; rejects with a `GraphQLError` that says its code. Null: the node has nothing to ask it with. */
  ask(plan: FieldPlan, args: Readonly<Record<string, unknown>>, parent?: Seen): Promise<Seen | null> | null;
  /** A node as its own endpoint reads it; rejects alike where there is none. */
  whole(node: NodeType, id: unknown): Promise<Seen>;
  /** Before each object that is written: waits once so many were that others have their turn. */
  pace(): Promise<void> | undefined;
}

/** The same for many objects at once. */
export interface ManyCtx extends Ctx {
  askEach(
    plan: FieldPlan,
    args: Readonly<Record<string, unknown>>,
    parents: readonly (Seen | undefined)[],
  ): Promise<readonly Answered[]>;
  wholeEach(node: NodeType, ids: readonly unknown[]): Promise<readonly Answered[]>;
}

/** What of an answer is shown: objects with what they were asked by, everything else as it is. */
export const shown = (value: unknown, inputs: Seen['inputs'], ctx: Ctx): unknown => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => shown(item, inputs, ctx));
  if (typeof value !== 'object') return value;
  const seen = { value: value as Seen['value'], inputs };
  return ctx.pace()?.then(() => seen) ?? seen;
};

/** How a field reads a property. */
export interface Reads {
  readonly property: string;
  /** Whether what it reads has fields of its own. */
  readonly isObject: boolean;
  /** What its endpoint has to read first, where this shape of it has no such property. */
  readonly node: NodeType | undefined;
}

/** How the field that finds a node by its id alone does so; nothing for what is the id of none. */
export type Finds = (
  args: Readonly<Record<string, unknown>>,
) => { readonly node: NodeType; readonly id: string } | undefined;

/** A node that was found so, which has to be told apart from others. */
export const foundAs = ({ name }: NodeType, { value, inputs }: Seen): Seen => ({
  value,
  inputs: { ...inputs, node: name },
});

/** What an object says by itself, without being asked. */
export type Says = (seen: Seen) => unknown;
export const saying = (says: Says) => ({ resolve: says, extensions: { says } });

/** Reads a property: of a node that its endpoint has to read first, where this shape of it has none. */
const readsProperty =
  ({ property, isObject, node }: Reads) =>
  ({ value, inputs }: Seen, _args: unknown, ctx: Ctx): unknown => {
    const found = value[property];
    if (found === undefined && node !== undefined)
      return ctx.whole(node, value[node.id]).then((whole) => {
        const read = whole.value[property] ?? null;
        return isObject ? shown(read, inputs, ctx) : read;
      });
    return isObject ? shown(found, inputs, ctx) : found;
  };
export const reading = (reads: Reads) => ({
  extensions: { property: reads.property, reads },
  resolve: readsProperty(reads),
});
