import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { decided, type OwnCall } from '../../kit/http/endpoint.ts';
import { kitFault, kitFaults } from '../../kit/http/kit-faults.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { GraphAnswer, Operation } from './execute.ts';
import { graphFaults } from './graph.faults.ts';
import type { GraphService, OnePath } from './graph.service.ts';
import { callersAs, type GraphCaller, type GraphDoorDeps, type GraphGate } from './graph-door.ts';
import { GraphErrors, graphEndpoint, statusTells } from './graph-http-surface.ts';
import { addRows } from './query-audit.ts';

type Deps = GraphDoorDeps & {
  readonly graph: Pick<GraphService, 'execute'>;
  readonly onePath: () => Pick<OnePath, 'kit'>;
};

const gate: GraphGate = { needs: 'a token' };
const audit = { event: 'graph.queried', target: () => undefined } as const;

const query = z.string().max(65_536).describe('The document, in the language of GraphQL.');
const operationName = z.string().max(200).describe('Which operation of the document, where it has several.');
const anObject = z.record(z.string(), z.unknown());

const Answer = z
  .object({
    data: anObject.nullable().optional().describe('What was asked for. Fields that were refused are null.'),
    errors: GraphErrors.optional(),
    extensions: z
      .object({
        cost: z
          .object({
            worst: z.number().describe('What it was reckoned at, before it was carried out.'),
            actual: z.number().describe('What it came to.'),
            limit: z.number().describe('What it may be reckoned at.'),
          })
          .describe('What the operation cost: about one for each object.'),
      })
      .optional()
      .describe('What is told beside the answer.'),
  })
  .meta({ id: 'GraphAnswer' });

const success = { status: 200, description: 'What became of the operation.', schema: Answer } as const;
const DOCUMENT = '{ me { user { email } } }';
const ANSWERED = {
  data: { me: { user: { email: 'sam@example.com' } } },
  extensions: { cost: { worst: 3, actual: 2, limit: 10_000 } },
};

type Asked = Pick<Operation, 'document' | 'operationName' | 'variables' | 'readsOnly'>;

const answerTo = async (deps: Deps, asked: Asked, call: OwnCall<GraphCaller>) => {
  const { requestId, remoteAddress, header, caller } = call;
  const { kit } = deps.onePath();
  const started = { startedWallMs: kit.clock.wallMs(), startedMonoMs: call.startedMonoMs };
  const answer = await deps.graph.execute({
    ...asked,
    ...{ requestId, remoteAddress, header },
    callers: callersAs(deps, caller),
    // The first row is that of the request itself.
    audit: ([own, ...others]) =>
      call.write(async (tx) => {
        await addRows(kit, tx, { ...started, requestId, remoteAddress, rows: others });
        return decided(undefined, own);
      }),
  });
  return sent(answer, header('accept'));
};

/** What became of a document is a status for those alone who go by it; whatever else refuses a request is one for everybody. */
const sent = ({ status: _told, refused, ...body }: GraphAnswer, accept: string | undefined) => {
  if (refused === undefined || (refused.code in graphFaults && !statusTells(accept)))
    return body as z.output<typeof Answer>;
  throw new Fault(refused.code, refused.spec, refused.message, { ...refused.detail, body });
};

/** Bodies that name no type can be sent by pages that may not ask. */
const requireType = (header: OwnCall['header']): void => {
  if (header('content-type') === undefined)
    throw kitFault('unsupported_media_type', 'Send the body as application/json in UTF-8, and say so.');
};

export const queryGraph = graphEndpoint<Deps>()({
  id: 'graph.query',
  method: 'POST',
  path: '/graphql',
  summary: 'Ask the graph',
  description:
    'Carries out one operation of a document: queries, and what changes something, each of its fields in turn and by itself. Lists of operations are refused.',
  gate,
  unit: 'own',
  body: z.object({
    query,
    operationName: operationName.optional(),
    variables: anObject.optional().describe('What the variables of the operation are.'),
    extensions: anObject.optional().describe('Nothing is read from it.'),
  }),
  success,
  examples: { body: { query: DOCUMENT }, success: ANSWERED },
  faults: graphFaults,
  audit,
  handle: (deps, { body: { query: document, operationName: name, variables } }, call) => {
    requireType(call.header);
    return answerTo(deps, { document, operationName: name, variables }, call);
  },
});

export const queryGraphByGet = graphEndpoint<Deps>()({
  id: 'graph.get',
  method: 'GET',
  path: '/graphql',
  summary: 'Ask the graph by an address',
  description: 'Carries out one query. What changes something is sent by POST.',
  gate,
  unit: 'own',
  // The audit of what was asked.
  writes: true,
  query: z.object({
    query,
    operationName: operationName.optional(),
    variables: z.string().max(16_384).optional().describe('What the variables of the operation are: a JSON object.'),
    extensions: z.string().max(16_384).optional().describe('Nothing is read from it: a JSON object.'),
  }),
  success,
  examples: { query: { query: DOCUMENT }, success: ANSWERED },
  faults: { ...graphFaults, method_not_allowed: kitFaults.method_not_allowed },
  audit,
  handle: (deps, { query: { query: document, operationName: name, variables, extensions } }, call) => {
    objectIn('extensions', extensions);
    const asked = { document, operationName: name, variables: objectIn('variables', variables), readsOnly: true };
    return answerTo(deps, asked, call);
  },
});

const objectIn = (name: string, text: string | undefined): Readonly<Record<string, unknown>> | undefined => {
  if (text === undefined || text === '') return undefined;
  const value = parsed(text);
  if (value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw wrongField(`query.${name}`, 'invalid_json', 'must be a JSON object');
};
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
