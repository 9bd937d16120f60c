import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql';
import type { AnyEndpoint } from '../../../kit/http/endpoint.ts';
import type { Valid } from '../../../kit/http/endpoint-contract.ts';
import { changes } from '../../../kit/http/method-rules.ts';
import type { FieldPlan } from '../seen.ts';

interface Writer {
  readonly property: string;
}

/** A value as an endpoint takes it, as the graph takes it: names in camelCase, words of enums by their names. */
const inGraph = (type: GraphQLInputType, value: unknown): unknown => {
  const bare = getNullableType(type);
  if (value === undefined || value === null) return value;
  if (isListType(bare)) return [value].flat().map((item) => inGraph(bare.ofType as GraphQLInputType, item));
  if (isEnumType(bare)) return bare.getValues().find((one) => one.value === value)?.name ?? value;
  if (isScalarType(bare)) {
    if (bare.name === 'Boolean') return typeof value === 'string' ? value === 'true' : value;
    return ['Int', 'Long', 'Float'].includes(bare.name) ? Number(value) : value;
  }
  if (!isInputObjectType(bare) || typeof value !== 'object') return value;
  const fields = bare.getFields();
  const writers = bare.extensions.writers as ReadonlyMap<string, Writer>;
  const names = new Map([...writers].map(([field, { property }]) => [property, field]));
  return Object.fromEntries(
    Object.entries(value).map(([property, inner]) => {
      const name = names.get(property) ?? property;
      const field = fields[name];
      return [name, field === undefined ? inner : inGraph(field.type, inner)];
    }),
  );
};

/** The document that asks an endpoint for what a request of its own would, and its variables. */
export const documentOf = (
  schema: GraphQLSchema,
  endpoint: AnyEndpoint,
  { params, query, body }: Valid,
  selection: (type: GraphQLOutputType) => string = () => ' { __typename }',
) => {
  const root = changes(endpoint) ? schema.getMutationType() : schema.getQueryType();
  const field = Object.values(root?.getFields() ?? {}).find(
    ({ extensions }) => (extensions.plan as FieldPlan | undefined)?.endpoint === endpoint,
  );
  if (field === undefined) return undefined;
  const plan = field.extensions.plan as FieldPlan;
  const given = new Map<string, unknown>();
  for (const [argument, name] of Object.entries(plan.params)) given.set(argument, params?.[name]);
  for (const [argument, name] of Object.entries(plan.query)) given.set(argument, query?.[name]);
  given.set('input', body);
  const used = field.args.filter(({ name }) => given.get(name) !== undefined);
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const bracketed = (text: string) => (text === '' ? '' : `(${text})`);
  return {
    document: `${changes(endpoint) ? 'mutation' : 'query'} ${bracketed(declared)} { asked: ${field.name}${bracketed(passed)}${selection(field.type)} }`,
    type: field.type,
    variables: Object.fromEntries(used.map(({ name, type }) => [name, inGraph(type, given.get(name))])),
  };
};
