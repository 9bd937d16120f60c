import { type FieldNode, Kind, type OperationDefinitionNode, parse, print, type ValueNode, visit } from 'graphql';
import type { Sent } from './asking.ts';

/** The one field of a subscription. */
const rootOf = ({ selectionSet }: OperationDefinitionNode): FieldNode | undefined =>
  selectionSet.selections.find((one) => one.kind === Kind.FIELD);

const subscriptionIn = (text: string, name: string | null | undefined): OperationDefinitionNode | undefined =>
  parse(text).definitions.find(
    (one): one is OperationDefinitionNode =>
      one.kind === Kind.OPERATION_DEFINITION && (!name || one.name?.value === name),
  );

/** Whether each message of a subscription says where to go on from: it has to ask for its `cursor`. */
export const isResumable = (operation: OperationDefinitionNode): boolean =>
  rootOf(operation)?.selectionSet?.selections.some(
    (one) => one.kind === Kind.FIELD && one.name.value === 'cursor' && one.alias === undefined,
  ) ?? false;

/** The same subscription from the message after `cursor` on: `after` is set, or the variable that it is given by. */
export const resumedAfter = (sent: Sent, cursor: string): Sent => {
  const operation = subscriptionIn(sent.query, sent.operationName);
  const root = operation && rootOf(operation);
  if (operation === undefined || root === undefined) return sent;
  const given = root.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (given?.kind === Kind.VARIABLE) {
    const variables = { ...(sent.variables as object | undefined), [given.name.value]: cursor };
    return { ...sent, variables };
  }
  const value: ValueNode = { kind: Kind.STRING, value: cursor };
  const others = (root.arguments ?? []).filter(({ name }) => name.value !== 'after');
  const after = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'after' }, value } as const;
  // Told apart by its place in the text: parsed once more, it is another object.
  const isRoot = (node: FieldNode): boolean => node.loc?.start === root.loc?.start;
  const document = visit(parse(sent.query), {
    Field: (node) => (isRoot(node) ? { ...node, arguments: [...others, after] } : undefined),
  });
  return { ...sent, query: print(document) };
};

/** The cursor of a message, if it has one. */
export const cursorIn = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const [message] = Object.values(data) as unknown[];
  const cursor = (message as { readonly cursor?: unknown } | null | undefined)?.cursor;
  return typeof cursor === 'string' ? cursor : undefined;
};

/** Whether a message says that the place that was asked for is not kept any more. */
export const isReset = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.values(data).some((message) => (message as { readonly reset?: unknown } | null)?.reset === true);
