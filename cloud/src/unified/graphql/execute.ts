import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { execute, type GraphQLError, type GraphQLSchema, getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Noted } from '../../kit/http/asked.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { asFault } from '../../kit/http/fault-response.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import { createAsking } from './ask.ts';
import type { CallersOf } from './asked-for.ts';
import { requireModest } from './bounds.ts';
import { carryOutQuery } from './carry-out.ts';
import { reckon } from './cost.ts';
import { createDocuments, hashOf, Invalid, type Known } from './documents.ts';
import { graphFault } from './graph.faults.ts';
import { graphError } from './graph-error.ts';
import { inGraph } from './graph-surface.ts';
import { createIntrospection } from './introspection.ts';
import { createPace } from './pace.ts';
import { type OperationRows, rowsOf } from './query-audit.ts';
import { Refused } from './refused.ts';
import { sharedGraph } from './shared-graph.ts';
import { createSubscribing, type Messages, type SubscribeTo, type Subscribing } from './subscribe.ts';
import { COST_LIMIT, COST_OF_MUTATION } from './worst-cost.ts';

/** One operation, and who asks. */
export interface Operation {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** Came by a way that changes nothing: a mutation is refused with 405. */
  readonly readsOnly?: boolean;
  readonly callers: CallersOf;
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly header: (name: string) => string | undefined;
  /** Writes down what the audit is to say of it, whatever came of it. Fields that change something have rows of their own. */
  readonly audit: (rows: OperationRows) => Promise<void>;
}

/** What is answered, in the shape of GraphQL. `data` is missing where nothing was carried out. */
export interface GraphAnswer {
  /** 200, or of what refused it. */
  readonly status: number;
  readonly data?: unknown;
  readonly errors?: readonly object[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** What refused all of it: its errors tell it already. */
  readonly refused?: Fault;
}

export interface GraphDeps {
  readonly kit: Kit;
  readonly endpoints: readonly MountedEndpoint[];
  readonly mutations: boolean;
  /** What can be subscribed to. */
  readonly topics?: readonly ServedTopic[];
}

const DEADLINE = Seconds(5);
/** Lists that are answered whole may be longer than they were reckoned at: so many times as much ends an operation. */
const BEYOND = 2;

interface Built {
  readonly schema: GraphQLSchema;
  readonly documents: ReturnType<typeof createDocuments>;
  readonly subscribe: Subscribing;
}

/** Carries out operations over the endpoints that there are. The schema is made for the first who asks. */
export const createGraph = ({ kit, endpoints, mutations, topics = [] }: GraphDeps) => {
  const mounted = new Map<AnyEndpoint, MountedEndpoint>(endpoints.map((one) => [one.declaration, one]));
  const introspection = createIntrospection(kit.clock, mutations);
  let built: Promise<Built> | undefined;
  const ready = (): Promise<Built> => {
    built ??= sharedGraph({
      endpoints: inGraph([...mounted.keys()]),
      topics: topics.map(({ declaration }) => declaration),
      mutations,
    }).then((schema) => {
      const documents = createDocuments(schema);
      return { schema, documents, subscribe: createSubscribing({ schema, documents }) };
    });
    return built;
  };

  const carryOut = async (operation: Operation, progress: Progress): Promise<GraphAnswer> => {
    const { schema, documents } = await ready();
    const { document: source, variables = {}, operationName } = operation;
    requireModest(variables);
    const known = documents.read(source);
    const definition = operationIn(known, operation);
    progress.name = definition.name?.value;
    if (known.asks(definition) === 'introspection') {
      const told = await introspection.answer({ source, operationName, variableValues: variables });
      if ('data' in told) return { status: 200, ...told };
      throw graphFault('document_invalid', told.errors?.[0]?.message ?? 'It was not carried out.');
    }
    const worst = reckon({ schema, document: known.document, operation: definition, variables });
    progress.worst = worst;
    return run({ kit, mounted, schema, known, definition, worst, notes: progress.notes }, operation);
  };
  const audited = async (operation: Operation, { name, worst, notes }: Progress, { status, refused }: GraphAnswer) => {
    const done = { hash: hashOf(operation.document), operationName: name, cost: worst, notes };
    await operation.audit(rowsOf({ ...done, refused: refused && { code: refused.code, status } }));
  };

  return {
    ready,
    /** Never throws: what is refused is an answer. */
    execute: async (operation: Operation): Promise<GraphAnswer> => {
      const progress: Progress = { notes: [] };
      const refuse = (thrown: unknown) => refusal(kit, operation, thrown);
      const answer = await carryOut(operation, progress).catch(refuse);
      return audited(operation, progress, answer).then(() => answer, refuse);
    },
    /** Follows a topic; rejects with `Refused`. */
    subscribe: async ({ requestId, ...to }: SubscribeTo & Pick<Operation, 'requestId'>): Promise<Messages> => {
      try {
        return await (await ready()).subscribe(to);
      } catch (thrown) {
        throw new Refused(refusal(kit, { requestId }, thrown));
      }
    },
    close: () => introspection.close(),
  };
};
export type Graph = ReturnType<typeof createGraph>;

/** How far an operation has come. */
interface Progress {
  name?: string | undefined;
  worst?: number;
  readonly notes: Noted[];
}

const operationIn = (
  { document }: Known,
  { operationName, readsOnly }: Pick<Operation, 'operationName' | 'readsOnly'>,
): OperationDefinitionNode => {
  const found = getOperationAST(document, operationName);
  if (!found) throw graphFault('document_invalid', 'It has no such operation: name one of several by `operationName`.');
  if (found.operation === 'subscription')
    throw graphFault('document_invalid', 'Subscriptions are asked for over a WebSocket or a stream.');
  if (found.operation === 'mutation' && readsOnly)
    throw kitFault('method_not_allowed', 'What changes something is sent by POST.', { headers: { Allow: 'POST' } });
  return found;
};

interface Running {
  readonly kit: Kit;
  readonly mounted: ReadonlyMap<AnyEndpoint, MountedEndpoint>;
  readonly schema: GraphQLSchema;
  readonly known: Known;
  readonly definition: OperationDefinitionNode;
  readonly worst: number;
  readonly notes: Noted[];
}

const run = async (
  { kit, mounted, schema, known, definition, worst, notes }: Running,
  operation: Operation,
): Promise<GraphAnswer> => {
  const { requestId, remoteAddress } = operation;
  const controller = new AbortController();
  const { pace, written, settled } = createPace();
  const isMutation = definition.operation === 'mutation';
  const ofMutations = isMutation ? COST_OF_MUTATION * definition.selectionSet.selections.length : 0;
  const stop = (fault: Fault) => controller.abort(fault);
  const contextValue = createAsking({
    ...{ kit, mounted, requestId, remoteAddress, signal: controller.signal },
    callers: operation.callers,
    header: operation.header,
    noted: (noted) => notes.push(noted),
    settled,
    pace: () => {
      if (written() > BEYOND * COST_LIMIT)
        stop(graphFault('document_too_costly', 'It answers more than it was reckoned at.'));
      return pace();
    },
  });
  const late = kit.clock.after(DEADLINE, () => stop(graphFault('deadline', 'It took longer than 5 seconds.')));
  try {
    const args = {
      schema,
      document: known.document,
      operationName: operation.operationName ?? null,
      variableValues: operation.variables ?? {},
      contextValue,
      hideSuggestions: true,
    };
    const result = isMutation
      ? await execute({ ...args, abortSignal: controller.signal })
      : await carryOutQuery(args, contextValue, controller.signal);
    const { errors = [] } = result;
    const cost = { worst, actual: ofMutations + written(), limit: COST_LIMIT };
    const isCarriedOut = 'data' in result;
    return {
      status: isCarriedOut ? 200 : 400,
      ...(isCarriedOut
        ? { data: result.data }
        : { refused: graphFault('document_invalid', errors[0]?.message ?? 'It was not carried out.') }),
      ...(errors.length > 0 && { errors: errors.map((error) => told(kit, operation, error)) }),
      extensions: { cost },
    };
  } catch (thrown) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw thrown;
  } finally {
    late.cancel();
  }
};

/** An error as it is told: whatever is no refusal of ours is a mistake of the document, or ours. */
const told = (kit: Kit, { requestId }: Pick<Operation, 'requestId'>, error: GraphQLError): object => {
  if (error.extensions.code !== undefined) return error.toJSON();
  const isOurs = error.path !== undefined;
  const fault = isOurs ? asFault(error.originalError ?? undefined) : graphFault('document_invalid', error.message);
  if (isOurs && fault.spec.blame === 'us')
    kit.log.error({ err: error.originalError ?? error, request_id: requestId, path: error.path }, 'a field failed');
  const { locations, path } = error;
  return { ...graphError(fault, requestId).toJSON(), ...(locations && { locations }), ...(path && { path }) };
};

const refusal = (kit: Kit, operation: Pick<Operation, 'requestId'>, thrown: unknown): GraphAnswer => {
  const { requestId } = operation;
  if (thrown instanceof Invalid) {
    const refused = graphFault('document_invalid', thrown.errors[0]?.message ?? thrown.message);
    return { status: 400, errors: thrown.errors.map((error) => told(kit, operation, error)), refused };
  }
  const refused = asFault(thrown);
  if (refused.spec.blame === 'us')
    kit.log.error({ err: thrown, request_id: requestId }, 'an operation of the graph failed');
  return { status: refused.spec.status, errors: [graphError(refused, requestId).toJSON()], refused };
};
