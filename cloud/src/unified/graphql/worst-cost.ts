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

export const COST_LIMIT = 10_000;
export const COST_OF_MUTATION = 100;
/** Of a list that is answered whole, so many are reckoned with; of one within an object, so many. */
const LISTED = 25;
const WITHIN = 5;
/** What is asked one by one. */
const ONE_BY_ONE = 5;
const LIMIT_MOST = 1_000;

/** What an operation costs at worst, and what of it costs most. */
export interface Reckoned {
  readonly cost: number;
  /** The path that costs most. */
  readonly path: readonly string[];
}
const NOTHING: Reckoned = { cost: 0, path: [] };

export interface Reckoning {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * What an operation costs at worst. Of a field it knows no more than the schema says, and `extensions.oneByOne` of what is asked once
 * for each parent: so the explorer reckons the same before anything is sent, and this file imports nothing of a server.
 */
export const worstCost = ({ schema, document, operation, variables }: Reckoning): Reckoned => {
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
    const listed = limitOf(node, field, { operation, variables });
    const inside = ofSet(node.selectionSet, inner, (name) => (name === 'data' ? listed : WITHIN));
    const isList = isListType(getNullableType(field.type));
    const count = isList ? times(node.name.value) : 1;
    const factor = field.extensions.oneByOne === true && type !== schema.getQueryType() ? ONE_BY_ONE : 1;
    const ofMutation = type === schema.getMutationType() ? COST_OF_MUTATION : 0;
    return {
      cost: ofMutation + factor * count * (1 + inside.cost),
      path: [(node.alias ?? node.name).value, ...inside.path],
    };
  };
  const root = schema.getRootType(operation.operation);
  return root ? ofSet(operation.selectionSet, root, () => 1) : NOTHING;
};

const typeOn = (schema: GraphQLSchema, name: string | undefined): GraphQLNamedType | undefined =>
  name === undefined ? undefined : schema.getType(name);

/** How many a page has at most, as the field is asked. */
const limitOf = (
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { operation, variables }: Pick<Reckoning, 'operation' | 'variables'>,
): number => {
  const argument = field.args.find(({ name }) => name === 'limit');
  if (argument === undefined) return LISTED;
  const value = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  const given =
    value?.kind === Kind.VARIABLE ? valueGiven(value.name.value, { operation, variables }) : numberIn(value);
  // A schema that was read from its text has what was written there.
  const usual = Number(argument.default?.value ?? numberIn(argument.default?.literal) ?? LISTED);
  const asked = given === undefined || given === null ? usual : Number(given);
  return Number.isFinite(asked) ? Math.max(1, asked) : LIMIT_MOST;
};

const numberIn = (value: ValueNode | undefined): number | undefined =>
  value?.kind === Kind.INT ? Number(value.value) : undefined;

/** Of a variable: what was sent, or what the operation says. */
const valueGiven = (name: string, { operation, variables }: Pick<Reckoning, 'operation' | 'variables'>): unknown => {
  if (Object.hasOwn(variables, name)) return variables[name];
  return numberIn(operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue);
};
