import { type DocumentNode, getOperationAST, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { COST_LIMIT, type Reckoned, worstCost } from '../../src/unified/graphql/worst-cost.ts';
import type { Graph } from './graph.ts';

/** What is in the editor. */
export interface Written {
  readonly text: string;
  /** JSON, perhaps with comments, or nothing. */
  readonly variables: string;
  readonly operationName: string | undefined;
}

export type Variables = Readonly<Record<string, unknown>>;

/** A document that can be read, and the operation of it that would run. */
export interface Read {
  readonly is: 'read';
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly worst: Reckoned;
  readonly limit: number;
}
/** What the page makes of what is written. `schema`: it asks for the schema itself. */
export type Looked = Read | { readonly is: 'empty' | 'unreadable' | 'schema' };

/** Reads what is written and reckons what it costs at worst, by the code that the cloud reckons with. */
export const look = ({ schema }: Graph, { text, variables: json, operationName }: Written): Looked => {
  if (text.replace(/#[^\n]*/g, '').trim() === '') return { is: 'empty' };
  const document = documentIn(text);
  const operation = document && operationIn(document, operationName);
  const variables = variablesIn(json);
  if (document === undefined || operation === undefined || variables === undefined) return { is: 'unreadable' };
  if (asksForSchema(operation)) return { is: 'schema' };
  const worst = worstCost({ schema, document, operation, variables });
  return { is: 'read', document, operation, variables, worst, limit: COST_LIMIT };
};

const documentIn = (text: string): DocumentNode | undefined => {
  try {
    return parse(text);
  } catch {
    return undefined; // Somebody is writing it.
  }
};

/** By its name, or the first: of several, the editor asks which. */
const operationIn = (document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined =>
  getOperationAST(document, name) ??
  document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);

const asksForSchema = ({ selectionSet }: OperationDefinitionNode): boolean =>
  selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value.startsWith('__'));

const variablesIn = (json: string): Variables | undefined => {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Variables) : undefined;
  } catch {
    return undefined;
  }
};
