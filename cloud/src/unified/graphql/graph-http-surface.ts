import { z } from 'zod';
import { endpointsFor } from '../../kit/http/endpoint.ts';
import { type JsonTypes, preferredJson } from '../../kit/http/json-types.ts';
import type { Surface } from '../../kit/http/surfaces.ts';
import { platformSurface } from '../../platform/users/platform-surface.ts';
import { usersFault, usersFaults } from '../../platform/users/users.faults.ts';
import { unifiedSurface } from '../tokens/unified-surface.ts';
import { errorExtensions } from './graph.faults.ts';
import { GRAPH_QUOTA, type GraphCaller, type GraphGate } from './graph-door.ts';

const JSON_TYPES: JsonTypes = ['application/json', 'application/graphql-response+json'];

/** Whether a request takes answers whose status says what became of the document: the older media type is 200 whatever that is. */
export const statusTells = (accept: string | undefined): boolean => preferredJson(JSON_TYPES, accept) !== JSON_TYPES[0];

const Position = z.object({
  line: z.int().describe('From 1.'),
  column: z.int().describe('From 1.'),
});
const Problem = z.object({
  path: z.string().describe('What is wrong.'),
  rule: z.string().describe('The rule that it breaks.'),
  message: z.string().describe('The same in words.'),
});

export const GraphErrors = z
  .array(
    z
      .object({
        message: z.string().describe('For people.'),
        locations: z.array(Position).optional().describe('Where in the document.'),
        path: z
          .array(z.union([z.string(), z.int()]))
          .optional()
          .describe('Of which field, from the root.'),
        extensions: z
          .object({
            code: z.string().describe('The code of the refusal, as by REST: go by it.'),
            status: z.int().describe('The status that it has by REST.'),
            requestId: z.string().describe('Leads to the entry in the audit.'),
            errors: z.array(Problem).optional().describe('On invalid_request: what is wrong, where, by which rule.'),
          })
          .describe('What programs go by.'),
      })
      .meta({ id: 'GraphError' }),
  )
  .min(1)
  .describe('What was refused: of a whole operation, or of fields, which are null then.');

/** GraphQL over HTTP, at one path. */
export const graphHttpSurface: Surface<GraphCaller, GraphGate> = {
  name: 'graph',
  basePath: '/graphql',
  authorise: ({ actingRefused }) => {
    if (actingRefused)
      throw usersFault('acting_refused', 'x-simulated-user: only for super admins, and users there are.');
  },
  renderFault: (fault, requestId) => ({
    errors: [{ message: fault.message, extensions: errorExtensions(fault, requestId) }],
  }),
  wholeFault: z.object({ errors: GraphErrors }).meta({ id: 'Refusal' }),
  jsonTypes: JSON_TYPES,
  requestsPerSecond: platformSurface.requestsPerSecond,
  faults: { acting_refused: usersFaults.acting_refused },
  document: {
    ...unifiedSurface.document,
    title: 'Gatehouse unified API, GraphQL',
    description: [
      'The platform API as a graph, for tokens: whatever it has is a field, with the same gates and faults, because it is the same code. The schema is `cloud/graphql/schema.graphql`, and told by introspection.',
      'Requests are those of GraphQL over HTTP. Whoever accepts `application/graphql-response+json` goes by the status: 200 where there is `data`. Otherwise answers are `application/json`, and 200 for whatever is a request at all.',
      `Of each user ${GRAPH_QUOTA.requests} operations a minute are answered, over all their tokens; then \`rate_limit_exceeded\`, with \`Retry-After\`. What an operation costs at worst is reckoned before it is carried out, and told in \`extensions.cost\`.`,
      'A super admin may act as another user: the header `x-simulated-user` names them by e-mail.',
    ].join('\n\n'),
    tags: { graph: { name: 'Graph', description: 'Asking many things at once.' } },
    words: {},
    headers: platformSurface.document.headers ?? [],
  },
};

/** Declares an endpoint of the graph. */
export const graphEndpoint = endpointsFor(graphHttpSurface);
