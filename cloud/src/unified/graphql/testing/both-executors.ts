import { type ExecutionResult, execute, type FormattedExecutionResult, type GraphQLSchema, parse } from 'graphql';
import { carryOutQuery } from '../carry-out.ts';
import type { ManyCtx, Seen } from '../seen.ts';

export const neverEnds = () => new AbortController().signal;

/** The same document, by the executor of the library and by ours. */
export const bothExecutors = async (
  schema: GraphQLSchema,
  { text, variables = {} }: { readonly text: string; readonly variables?: Readonly<Record<string, unknown>> },
  context: () => ManyCtx,
) => {
  const document = parse(text);
  const args = { schema, document, variableValues: variables, hideSuggestions: true };
  // What is kept for whoever asks next is kept by then.
  await execute({ ...args, rootValue: ROOT, contextValue: context() });
  const theirs = await execute({ ...args, rootValue: ROOT, contextValue: context() });
  const ours = await carryOutQuery(args, context(), neverEnds());
  return { theirs: told(theirs), ours: told(ours) };
};
const ROOT: Seen = { value: {}, inputs: {} };

const told = ({ data, errors = [] }: ExecutionResult) => ({
  data: plain(data ?? null) as FormattedExecutionResult['data'],
  errors: errors
    .map((error) => {
      const { message, path, locations, extensions } = error.toJSON();
      return JSON.stringify([path, locations, message, extensions?.code, extensions?.status]);
    })
    .sort(),
});
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
