import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { Ctx, FieldPlan, Finds, Reads, Says, Seen } from './seen.ts';

/** What may be written at a place: nothing unless it is required, a list of such, a scalar or word, or an object. */
export interface Form {
  readonly required: boolean;
  readonly list?: Form;
  readonly leaf?: GraphQLLeafType;
  readonly object?: GraphQLCompositeType;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What is selected of objects of one type. */
export interface Selection {
  readonly fields: readonly PlannedField[];
  /** What an object begins as: every name it will have, in order. A copy of it has names such as `__proto__` for its own. */
  readonly blank: Readonly<Record<string, null>>;
}

/** A field of a selection, found out once for all objects that it is of. */
export interface PlannedField {
  /** What it is called in the answer. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly of: GraphQLObjectType;
  readonly field: GraphQLField<Seen, Ctx>;
  readonly form: Form;
  /** How it is found out: one of these. */
  readonly says: Says | undefined;
  readonly reads: Reads | undefined;
  readonly plan: FieldPlan | undefined;
  readonly finds: Finds | undefined;
  /** Or what is wrong with them. */
  readonly args: Arguments | GraphQLError;
  /** What is selected of its objects, where they are of this type. Throws what is wrong with it. */
  readonly inside: (type: GraphQLObjectType) => Selection;
}

/** What an operation selects, as the specification merges it: each type and each field once. Throws what is wrong with its root. */
export const plannedRoot = (args: ValidatedExecutionArgs, type: GraphQLObjectType): Selection =>
  selectionOf(args, type, [args.operation.selectionSet]);

const selectionOf = (
  args: ValidatedExecutionArgs,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Selection => {
  const found = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  for (const { selections } of sets) collect(args, type, selections, { found, spread });
  const fields = [...found].flatMap(([name, nodes]) => plannedField(args, type, name, nodes) ?? []);
  const blank = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return { fields, blank };
};

const collect = (
  args: ValidatedExecutionArgs,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
  into: { readonly found: Map<string, FieldNode[]>; readonly spread: Set<string> },
): void => {
  for (const selection of selections) {
    if (!isIncluded(args, selection)) continue;
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      const known = into.found.get(name);
      if (known === undefined) into.found.set(name, [selection]);
      else known.push(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : args.fragments[selection.name.value]?.definition;
    if (fragment === undefined || !isOf(args, type, fragment.typeCondition?.name.value)) continue;
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      if (into.spread.has(selection.name.value)) continue;
      into.spread.add(selection.name.value);
    }
    collect(args, type, fragment.selectionSet.selections, into);
  }
};

const isIncluded = (
  { variableValues, hideSuggestions }: ValidatedExecutionArgs,
  node: { readonly directives?: SelectionNode['directives'] },
): boolean => {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const values = (directive: typeof GraphQLSkipDirective) =>
    getDirectiveValues(directive, node, variableValues, undefined, hideSuggestions);
  return values(GraphQLSkipDirective)?.if !== true && values(GraphQLIncludeDirective)?.if !== false;
};

const isOf = ({ schema }: ValidatedExecutionArgs, type: GraphQLObjectType, condition: string | undefined): boolean => {
  if (condition === undefined || condition === type.name) return true;
  const other = schema.getType(condition);
  return isAbstractType(other) && schema.isSubType(other, type);
};

const plannedField = (
  args: ValidatedExecutionArgs,
  of: GraphQLObjectType,
  name: string,
  nodes: readonly FieldNode[],
): PlannedField | undefined => {
  const [node] = nodes;
  const field = node && args.schema.getField(of, node.name.value);
  if (node === undefined || field === undefined) return undefined;
  const known = new Map<GraphQLObjectType, Selection>();
  return {
    ...{ name, nodes, of, field },
    form: formOf(field.type),
    says: node.name.value === '__typename' ? () => of.name : (field.extensions.says as Says | undefined),
    reads: field.extensions.reads as Reads | undefined,
    plan: field.extensions.plan as FieldPlan | undefined,
    finds: field.extensions.finds as Finds | undefined,
    args: argumentsOf(args, field, node),
    inside: (type) => {
      const selection =
        known.get(type) ??
        selectionOf(
          args,
          type,
          nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
        );
      known.set(type, selection);
      return selection;
    },
  };
};

const NO_ARGUMENTS: Arguments = {};
const argumentsOf = (
  { variableValues, hideSuggestions }: ValidatedExecutionArgs,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode & { readonly arguments?: readonly ArgumentNode[] | undefined },
): Arguments | GraphQLError => {
  if (field.args.length === 0) return NO_ARGUMENTS;
  try {
    return getArgumentValues(field, node, variableValues, undefined, hideSuggestions);
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return thrown;
    throw thrown;
  }
};

const formOf = (type: GraphQLOutputType, required = false): Form => {
  if (isNonNullType(type)) return formOf(type.ofType as GraphQLOutputType, true);
  if (isListType(type)) return { required, list: formOf(type.ofType as GraphQLOutputType) };
  return isLeafType(type) ? { required, leaf: type } : { required, object: type as GraphQLCompositeType };
};
