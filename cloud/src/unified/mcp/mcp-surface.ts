import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFault, kitFaults } from '../../kit/http/kit-faults.ts';
import type { Authenticate, Surface } from '../../kit/http/surfaces.ts';
import { errorExtensions } from '../graphql/graph.faults.ts';
import { graphHttpSurface } from '../graphql/graph-http-surface.ts';
import {
  authenticateGraph,
  GRAPH_QUOTA,
  type GraphCaller,
  type GraphDoorDeps,
  type GraphGate,
} from '../graphql/graphql.module.ts';

export const MCP_PATH = '/mcp';

/** What is refused before anybody looks at the message, in the form of an error of JSON-RPC. */
const Refusal = z
  .object({
    jsonrpc: z.literal('2.0').describe('The version of JSON-RPC.'),
    error: z
      .object({
        code: z.int().describe('-32600: it is no message; -32603: our mistake; -32000: anything else.'),
        message: z.string().describe('For people.'),
        data: z
          .object({
            code: z.string().describe('The code of the refusal, as by REST: go by it.'),
            status: z.int().describe('The status that it has by REST, and that this answer has.'),
            requestId: z.string().describe('Leads to the entry in the audit.'),
          })
          .loose()
          .describe('What programs go by.'),
      })
      .describe('What was refused, and why.'),
  })
  .meta({ id: 'McpRefusal' });

/** Codes of JSON-RPC 2.0, section 5.1. */
const codeOf = ({ spec: { status, blame } }: Fault): number => {
  if (blame === 'us') return -32_603;
  return status === 400 || status === 413 || status === 415 ? -32_600 : -32_000;
};

/** Tools, by the Model Context Protocol: one path, to which JSON-RPC is posted. Whoever has a token comes in, as to the graph. */
export const mcpSurface: Surface<GraphCaller, GraphGate> = {
  name: 'mcp',
  basePath: MCP_PATH,
  authorise: graphHttpSurface.authorise,
  renderFault: (fault, requestId) => ({
    jsonrpc: '2.0',
    error: { code: codeOf(fault), message: fault.message, data: errorExtensions(fault, requestId) },
  }),
  wholeFault: Refusal,
  requestsPerSecond: graphHttpSurface.requestsPerSecond,
  faults: { ...graphHttpSurface.faults, foreign_origin: kitFaults.foreign_origin },
  document: {
    ...graphHttpSurface.document,
    title: 'Gatehouse unified API, tools',
    description: [
      'The platform API as tools of programs that decide by themselves what they ask, by the Model Context Protocol (Streamable HTTP), for tokens. Whatever only reads is a tool unless it says why not; of what changes something, what is offered as one. It is the same code as through every other door, with the same gates and faults.',
      'The list has what the token could call at some place. What a call is refused is a result with `isError`, which says the code, the status and the message that the endpoint has by REST.',
      `Of each user ${GRAPH_QUOTA.requests} requests a minute are answered, over all their tokens and together with operations of the graph; then \`rate_limit_exceeded\`, with \`Retry-After\`.`,
    ].join('\n\n'),
    tags: { mcp: { name: 'Tools', description: 'Listing tools, and calling them.' } },
  },
};

/** Declares an endpoint of the tools. */
export const mcpEndpoint = endpointsFor(mcpSurface);

export interface McpDoorDeps extends GraphDoorDeps {
  readonly unifiedUrl: () => string;
  /** Pages of which other origins may ask. */
  readonly unifiedOrigins: readonly string[];
}

/** By a token, as to the graph; of a page, only one of an origin that may ask. */
export const authenticateMcp = (deps: McpDoorDeps): Authenticate<GraphCaller, GraphGate> => {
  const authenticate = authenticateGraph(deps);
  return async (request, gate) => {
    requireKnownOrigin(deps, request.header('origin'));
    return authenticate(request, gate);
  };
};

/** The Host header proves nothing here: a page whose name was made to lead to this address sends its own. */
const requireKnownOrigin = ({ unifiedUrl, unifiedOrigins }: McpDoorDeps, origin: string | undefined): void => {
  if (origin === undefined || unifiedOrigins.includes(origin) || origin === new URL(unifiedUrl()).origin) return;
  throw kitFault('foreign_origin', 'Origin: is none whose pages may ask here.');
};
