import { GraphQLError } from 'graphql';
import { pathPart } from '../../kit/http/validate.ts';
import type { Sent } from './loads.ts';
import type { FieldPlan, ManyCtx, Seen } from './seen.ts';

/** What an edge takes of its node. Null: it has none. */
type From = Readonly<Record<string, string>> | null;

/** What an edge takes of each of its nodes; what a node does not say, nor was asked with, its own endpoint reads for all of them. */
export const fromEach = async (
  plan: FieldPlan,
  parents: readonly (Seen | undefined)[],
  wholeEach: ManyCtx['wholeEach'],
): Promise<readonly (From | GraphQLError)[]> => {
  const { owner } = plan;
  const found: (From | GraphQLError)[] = [];
  const unread: number[] = [];
  for (const [at, parent] of parents.entries()) {
    const from = takenFrom(plan, parent, undefined);
    if (from === undefined) unread.push(at);
    found.push(from ?? null);
  }
  if (owner === undefined || unread.length === 0) return found;
  const wholes = await wholeEach(
    owner,
    unread.map((at) => parents[at]?.value[owner.id]),
  );
  for (const [index, at] of unread.entries()) {
    const whole = wholes[index] ?? null;
    found[at] = whole instanceof GraphQLError ? whole : (takenFrom(plan, parents[at], whole) ?? null);
  }
  return found;
};
/** Nothing, where the whole node may say it. */
const takenFrom = (
  { from, owner }: FieldPlan,
  parent: Seen | undefined,
  whole: Seen | null | undefined,
): From | undefined => {
  const found: Record<string, string> = {};
  for (const input in from) {
    const property = from[input] as string;
    const value = knownOf(property, parent) ?? whole?.value[property];
    if (value === undefined && whole === undefined && owner !== undefined) return undefined;
    if (value === undefined || value === null) return null;
    found[input] = String(value);
  }
  return found;
};
const knownOf = (property: string, parent: Seen | undefined): unknown =>
  parent?.value[property] ?? parent?.inputs[property];

export const sentOf = (
  { inPath, params, query, bodyOf }: FieldPlan,
  args: Readonly<Record<string, unknown>>,
  from: Readonly<Record<string, string>>,
  parent: Seen | undefined,
): [Sent, Seen['inputs']] => {
  const own: Record<string, string> = {};
  const search: [string, string][] = [];
  for (const name in from) {
    const value = from[name] as string;
    if (inPath.has(name)) own[name] = value;
    else search.push([name, value]);
  }
  for (const argument in params) own[params[argument] as string] = String(args[argument] ?? '');
  for (const argument in query)
    for (const value of [args[argument] ?? []].flat()) search.push([query[argument] as string, String(value)]);
  const body = bodyOf === undefined ? undefined : bodyOf(args.input);
  const key = typeof args.idempotencyKey === 'string' ? args.idempotencyKey : undefined;
  // Most edges send nothing there, and there are hundreds of them.
  const [text, asked] =
    search.length === 0 ? ['', undefined] : [new URLSearchParams(search).toString(), Object.fromEntries(search)];
  const inputs = { ...parent?.inputs, ...own, ...asked };
  return [{ params: encoded(own), search: text, body, key }, inputs];
};

/** Parameters as a path has them. Most are the same there. */
export const encoded = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  let sent: Record<string, string> | undefined;
  for (const name in params) {
    const value = params[name] as string;
    const part = pathPart(value);
    if (part === value) continue;
    sent ??= { ...params };
    sent[name] = part;
  }
  return sent ?? params;
};
