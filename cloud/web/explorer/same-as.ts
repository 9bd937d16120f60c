import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { GraphField } from '../client/graph-fields.ts';
import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import type { Read, Variables } from './document.ts';
import type { Graph } from './graph.ts';

/** A document in another form: what it is worth, and the text to copy, if it has that form. */
export interface Form {
  readonly says: string;
  readonly text: string | undefined;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const TOKEN = '-H "Authorization: Bearer $TOKEN"';

/** As a line for a shell. The token is never in it. */
export const asCurl = ({ document, operation, variables }: Read, origin: string): Form => {
  if (operation.operation === 'subscription') return { says: labels.streamNone, text: undefined };
  const name = operation.name?.value;
  const body = {
    query: print(document),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(name !== undefined && { operationName: name }),
  };
  const lines = [
    `curl -sS ${origin}/graphql`,
    TOKEN,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ];
  return { says: labels.curlMore, text: lines.join(' \\\n  ') };
};

/** A field that asks an endpoint, with what it is asked with. Below another one: its path of names. */
interface Asked {
  readonly field: GraphField;
  readonly args: Variables;
  readonly below: readonly string[];
}

/** Every field of the operation that asks an endpoint, in the order of the document; undefined for one of the root that asks none. */
const askedIn = ({ schema, fields }: Graph, { document, operation, variables }: Read): (Asked | undefined)[] => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  const found: (Asked | undefined)[] = [];
  const walk = (set: SelectionSetNode, type: GraphQLNamedType, below: readonly string[], within: number): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) field(selection, type, below, within);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        walk(selection.selectionSet, schema.getType(selection.typeCondition?.name.value ?? '') ?? type, below, within);
      else {
        const fragment = fragments.get(selection.name.value);
        const on = schema.getType(fragment?.typeCondition.name.value ?? '');
        // One that spreads itself is refused anyhow.
        if (fragment !== undefined && on !== undefined && within < fragments.size + 1)
          walk(fragment.selectionSet, on, below, within + 1);
      }
    }
  };
  const field = (node: FieldNode, type: GraphQLNamedType, below: readonly string[], within: number): void => {
    const name = node.name.value;
    const asks = fields[type.name]?.[name];
    if (asks !== undefined) found.push({ field: asks, args: argumentsOf(node, variables), below });
    else if (below.length === 0 && !name.startsWith('__')) found.push(undefined);
    const declared = isObjectType(type) ? type.getFields()[name] : undefined;
    const inner = declared && getNamedType(declared.type);
    if (node.selectionSet !== undefined && isCompositeType(inner))
      walk(node.selectionSet, inner, [...below, name], within);
  };
  const root = schema.getRootType(operation.operation);
  if (root) walk(operation.selectionSet, root, [], 0);
  return found;
};

const argumentsOf = (node: FieldNode, variables: Variables): Variables =>
  Object.fromEntries(
    (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, { ...variables })]),
  );

/** The route of a field with what it is asked with; what is taken from a parent stays in braces. */
const routeOf = ({ field: { path, params, query, from }, args }: Asked): string => {
  const byParam = new Map(Object.entries(params).map(([argument, param]) => [param, args[argument]]));
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = byParam.get(name);
    return value === undefined || value === null ? braces : encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [argument, name] of Object.entries(query))
    for (const value of [args[argument] ?? []].flat()) search.append(name, String(value));
  const taken = Object.keys(from).filter((name) => !path.includes(`{${name}}`));
  const all = [...search].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const parts = [...all, ...taken.map((name) => `${name}={${name}}`)];
  return parts.length === 0 ? filled : `${filled}?${parts.join('&')}`;
};

/** As requests of the REST mirror: those of the root as lines for a shell, what is below them as notes. */
export const asRest = (graph: Graph, read: Read, origin: string): Form => {
  const asked = read.operation.operation === 'subscription' ? [] : askedIn(graph, read);
  if (asked.length === 0 || asked.includes(undefined)) return { says: labels.restNone, text: undefined };
  const all = asked.filter((one) => one !== undefined);
  const lines = all.map((one) => (one.below.length === 0 ? rootLine(one, origin) : edgeLine(one)));
  return { says: all.length === 1 ? labels.restOne : labels.restSeveral, text: lines.join('\n') };
};

const rootLine = (asked: Asked, origin: string): string => {
  const { method, body } = asked.field;
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const line = `curl -sS ${TOKEN} ${verb}${quoted(`${origin}${routeOf(asked)}`)}`;
  return body ? `${line} -H 'Content-Type: application/json' -d @body.json\n# ${labels.bodyOf}` : line;
};

const edgeLine = (asked: Asked): string => {
  const { from, method } = asked.field;
  const taken = Object.entries(from).map(([input, property]) => words.takenFrom(input, property));
  const note = words.forEach(asked.below.findLast((name) => name !== 'data') ?? '', `${method} ${routeOf(asked)}`);
  return [note, ...taken.map((one) => `#   ${one}`)].join('\n');
};

/** Which endpoint answers all of a document, if one does. */
const onlyAsked = (graph: Graph, read: Read): Asked | undefined => {
  const asked = read.operation.operation === 'subscription' ? [] : askedIn(graph, read);
  return asked.length === 1 ? asked[0] : undefined;
};

/** As the call of a tool: where one endpoint answers all of it, and is one. Its arguments have the names that they have in REST. */
export const asMcp = (graph: Graph, read: Read): Form => {
  const only = onlyAsked(graph, read);
  const { tool, params, query, body } = only?.field ?? {};
  if (only === undefined || tool === undefined) return { says: labels.mcpNone, text: undefined };
  if (body) return { says: words.mcpBody(tool), text: undefined };
  const renamed = Object.entries(only.args).map(([name, value]) => [params?.[name] ?? query?.[name] ?? name, value]);
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: Object.fromEntries(renamed) },
  };
  return { says: labels.mcpOne, text: JSON.stringify(call, null, 2) };
};
