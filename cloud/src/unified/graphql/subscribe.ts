import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  executeSubscriptionEvent,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { requireModest } from './bounds.ts';
import { reckon } from './cost.ts';
import { type createDocuments, Invalid, type Known } from './documents.ts';
import { graphFault } from './graph.faults.ts';
import { createPace } from './pace.ts';
import { narrowed, type Step, type SubscribeCtx, type Told, type Wanted } from './subscription-type.ts';

/** An operation that subscribes to something. */
export interface SubscribeTo {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** Asks whether whoever subscribes may, and begins; rejects with the fault that refuses it. */
  readonly follow: (wanted: Wanted) => Promise<AsyncIterable<Step>>;
}

/** One message as it is sent. What all who asked alike are told is one object. */
export interface SentMessage {
  readonly cursor: number;
  readonly answer: ExecutionResult;
}

/** What a subscription tells, one after the other; `return` ends it at once, also while something is waited for. */
export interface Messages extends AsyncIterableIterator<SentMessage> {
  return(): Promise<IteratorResult<SentMessage>>;
}

type Answers = Map<string, Promise<ExecutionResult>>;

/**
 * Carries subscriptions out. A message is selected from once for all who ask for the same of it: nothing in a selection asks an
 * endpoint, so it is nobody's in particular, and who may have it was asked before.
 */
export const createSubscribing = ({
  schema,
  documents,
}: {
  readonly schema: GraphQLSchema;
  readonly documents: ReturnType<typeof createDocuments>;
}) => {
  const answered = new WeakMap<object, Answers>();

  const answerTo = (step: Step, key: string, told: Told, args: ValidatedSubscriptionArgs): Promise<ExecutionResult> => {
    const answers: Answers = answered.get(step.of) ?? new Map();
    answered.set(step.of, answers);
    const known = answers.get(key) ?? Promise.resolve(executeSubscriptionEvent({ ...args, rootValue: told }));
    answers.set(key, known);
    return known;
  };

  /** Rejects with a fault, an `Invalid`, or whatever `follow` rejects with. */
  return async ({ document: text, variables = {}, operationName, follow }: SubscribeTo): Promise<Messages> => {
    requireModest(variables);
    const known = documents.read(text);
    const definition = subscriptionIn(known.document, operationName);
    reckon({ schema, document: known.document, operation: definition, variables });
    requireTold(schema, known.document);
    let wanted: Wanted | undefined;
    const contextValue: SubscribeCtx = {
      ...createPace(),
      ask: asksNothing,
      whole: asksNothing,
      follow: (asked) => {
        wanted = asked;
        return follow(asked);
      },
    };
    const args = validateSubscriptionArgs({
      schema,
      document: known.document,
      operationName: operationName ?? null,
      variableValues: variables,
      contextValue,
      hideSuggestions: true,
    });
    if (!('schema' in args)) throw new Invalid(args);
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) {
      const [error] = source.errors ?? [];
      throw error?.originalError ?? new Invalid(error === undefined ? [] : [error]);
    }
    if (wanted === undefined) throw new Bug('what is told was not asked for');
    const of = wanted;
    const key = selectionKey(known, definition, variables);
    return messagesOf(source as AsyncIterable<Step>, async (step) => {
      const left = narrowed(of, step);
      if (!step.isWhole && left.entries.length + left.removed.length === 0) return undefined;
      const answer = await answerTo(step, key, { cursor: step.cursor, reset: step.reset, ...left }, args);
      return { cursor: step.cursor, answer };
    });
  };
};
export type Subscribing = ReturnType<typeof createSubscribing>;

const subscriptionIn = (document: DocumentNode, name: string | undefined): OperationDefinitionNode => {
  const found = getOperationAST(document, name);
  if (!found) throw graphFault('document_invalid', 'It has no such operation: name one of several by `operationName`.');
  if (found.operation !== 'subscription')
    throw graphFault('document_invalid', 'Here is subscribed; queries and mutations are asked by POST.');
  return found;
};

/** A message has what its topic tells. What else there is of it would be asked again for each message and everybody. */
const requireTold = (schema: GraphQLSchema, document: DocumentNode): void => {
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        if (types.getFieldDef()?.extensions.plan !== undefined)
          throw graphFault('document_invalid', `${name.value}: no message tells it. Ask for it by a query.`);
      },
    }),
  );
};
const asksNothing = (): never => {
  throw graphFault('document_invalid', 'No message tells it. Ask for it by a query.');
};

/** Who has the same is answered the same: where somebody goes on from is nothing of a message. */
const selectionKey = (
  { hash }: Known,
  { name, variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string => {
  const places = new Set(
    variableDefinitions.flatMap(({ type, variable }) => {
      const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
      return named.kind === Kind.NAMED_TYPE && named.name.value === 'Cursor' ? [variable.name.value] : [];
    }),
  );
  const rest = Object.entries(variables).filter(([variable]) => !places.has(variable));
  return JSON.stringify([hash, name?.value, rest]);
};

const messagesOf = (
  source: AsyncIterable<Step>,
  sentFor: (step: Step) => Promise<SentMessage | undefined>,
): Messages => {
  const steps = source[Symbol.asyncIterator]();
  const ended = { done: true, value: undefined } as const;
  const messages: Messages = {
    next: async () => {
      for (;;) {
        const { done, value } = await steps.next();
        if (done) return ended;
        const sent = await sentFor(value);
        if (sent !== undefined) return { done: false, value: sent };
      }
    },
    return: async () => {
      await steps.return?.();
      return ended;
    },
    throw: async () => messages.return(),
    [Symbol.asyncIterator]: () => messages,
  };
  return messages;
};
