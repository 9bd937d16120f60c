import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { graphFault } from './graph.faults.ts';
import { edgeOf } from './nodes.ts';
import type { FieldPlan } from './seen.ts';

export const COST_LIMIT = 10_000;
export const COST_OF_MUTATION = 100;
/** Of a list that is answered whole, so many are reckoned with; of one within an object, so many. */
const LISTED = 25;
const WITHIN = 5;
/** What is asked one by one. */
const ONE_BY_ONE = 5;
const LIMIT_MOST = 1_000;

interface Reckoned {
  readonly cost: number;
  /** The path that costs most. */
  readonly path: readonly string[];
}
const NOTHING: Reckoned = { cost: 0, path: [] };

interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What an operation costs at worst. Throws where that is more than it may be. */
export const reckon = ({ schema, document, operation, variables }: Asked): number => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const known = new Map<string, Reckoned>();

  const ofSet = (set: SelectionSetNode, type: GraphQLNamedType, times: (field: string) => number): Reckoned => {
    let cost = 0;
    let most = NOTHING;
    for (const selection of set.selections) {
      const one =
        selection.kind === Kind.FIELD
          ? ofField(selection, type, times)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? ofSet(selection.selectionSet, typeOn(schema, selection.typeCondition?.name.value) ?? type, times)
            : ofFragment(selection.name.value, times);
      cost += one.cost;
      if (one.cost > most.cost) most = one;
    }
    return { cost, path: most.path };
  };
  const ofFragment = (name: string, times: (field: string) => number): Reckoned => {
    const fragment = fragments.get(name);
    const type = typeOn(schema, fragment?.typeCondition.name.value);
    if (fragment === undefined || type === undefined) return NOTHING;
    const key = `${name} ${times('data')}`;
    const found = known.get(key) ?? ofSet(fragment.selectionSet, type, times);
    known.set(key, found);
    return found;
  };
  const ofField = (node: FieldNode, type: GraphQLNamedType, times: (field: string) => number): Reckoned => {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (field === undefined || node.selectionSet === undefined) return NOTHING;
    const inner = getNamedType(field.type);
    if (!isCompositeType(inner)) return NOTHING;
    const plan = field.extensions.plan as FieldPlan | undefined;
    const listed = limitOf(node, field, { operation, variables });
    const inside = ofSet(node.selectionSet, inner, (name) => (name === 'data' ? listed : WITHIN));
    const isList = isListType(getNullableType(field.type));
    const count = isList ? times(node.name.value) : 1;
    const each = plan !== undefined && edgeOf(plan.endpoint) !== undefined && plan.endpoint.many === undefined;
    const factor = each && type !== schema.getQueryType() ? ONE_BY_ONE : 1;
    const ofMutation = type === schema.getMutationType() ? COST_OF_MUTATION : 0;
    return {
      cost: ofMutation + factor * count * (1 + inside.cost),
      path: [(node.alias ?? node.name).value, ...inside.path],
    };
  };
  const root = schema.getRootType(operation.operation);
  const { cost, path } = root ? ofSet(operation.selectionSet, root, () => 1) : NOTHING;
  if (cost > COST_LIMIT)
    throw graphFault(
      'document_too_costly',
      `It may cost ${cost.toLocaleString('en')}, and ${COST_LIMIT.toLocaleString('en')} at most; ${path.join('.').slice(0, 200)} costs most of it.`,
    );
  return cost;
};

const typeOn = (schema: GraphQLSchema, name: string | undefined): GraphQLNamedType | undefined =>
  name === undefined ? undefined : schema.getType(name);

/** How many a page has at most, as the field is asked. */
const limitOf = (
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { operation, variables }: Pick<Asked, 'operation' | 'variables'>,
): number => {
  const argument = field.args.find(({ name }) => name === 'limit');
  if (argument === undefined) return LISTED;
  const value = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  const given =
    value?.kind === Kind.VARIABLE ? valueGiven(value.name.value, { operation, variables }) : numberIn(value);
  const usual = Number(argument.default?.value ?? LISTED);
  const asked = given === undefined || given === null ? usual : Number(given);
  return Number.isFinite(asked) ? Math.max(1, asked) : LIMIT_MOST;
};

const numberIn = (value: ValueNode | undefined): number | undefined =>
  value?.kind === Kind.INT ? Number(value.value) : undefined;

/** Of a variable: what was sent, or what the operation says. */
const valueGiven = (name: string, { operation, variables }: Pick<Asked, 'operation' | 'variables'>): unknown => {
  if (Object.hasOwn(variables, name)) return variables[name];
  return numberIn(operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue);
};
