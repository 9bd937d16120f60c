import { endpointsFor } from '../../kit/http/endpoint.ts';
import { strangerAt } from '../../kit/http/strangers.ts';
import { type Authenticate, isPublicGate, type PublicGate, type Surface } from '../../kit/http/surfaces.ts';
import { graphHttpSurface } from '../graphql/graph-http-surface.ts';
import { authenticateGraph, type GraphCaller, type GraphDoorDeps, type GraphGate } from '../graphql/graphql.module.ts';

/** Who follows something. Whoever opens a socket without a header is nobody until its `connection_init`. */
export type SubscriberCaller = Omit<GraphCaller, 'known'> & Partial<Pick<GraphCaller, 'known'>>;
export type SubscriberGate = GraphGate | PublicGate;

const { resources: _resources, faultsAt: _faultsAt, ...graph } = graphHttpSurface;

/** The graph, followed: the same path, asked for in other ways. */
export const subscriptionsSurface: Surface<SubscriberCaller, SubscriberGate> = {
  ...graph,
  name: 'subscriptions',
  authorise: (caller) => {
    if (caller.known !== undefined) graphHttpSurface.authorise(caller as GraphCaller, { needs: 'a token' }, 'GET');
  },
  document: {
    ...graphHttpSurface.document,
    title: 'Gatehouse unified API, subscriptions',
    description: [
      'What the subscriptions of the graph tell, on a WebSocket (`graphql-transport-ws`) or as a stream of events, each by a request to `/graphql` that asks for it. The schema is `cloud/graphql/schema.graphql`.',
      'Every message has a `cursor`. Sent as `after`, or of a stream as `Last-Event-ID`, a subscription goes on behind it: whatever was committed meanwhile comes first, each message once and in order, on whichever replica. `reset` says that the place is past its retention.',
      'A user has 10 sockets and streams open, a socket 20 subscriptions. The start of a subscription is one of the 100 operations a minute.',
      'A socket is closed with 4401 when its token ends, unless a `ping` has brought another one; 30 seconds before, a `ping` with `tokenEndsAt` says so. 4403: its key, or its token, was deleted. 4408: it did not say within 3 seconds who it is. 4430: too many connections. 4431: the client did not read for a minute; the reason has the id of the subscription and the last cursor. 1012: come back.',
    ].join('\n\n'),
    tags: { subscriptions: { name: 'Subscriptions', description: 'Being told what happens.' } },
  },
};

/** Declares a way to follow something. */
export const subscriptionsEndpoint = endpointsFor(subscriptionsSurface);

export const authenticateSubscriber = (deps: GraphDoorDeps): Authenticate<SubscriberCaller, SubscriberGate> => {
  const byToken = authenticateGraph(deps);
  return async (request, gate) =>
    isPublicGate(gate) && request.header('authorization') === undefined
      ? strangerAt(request.remoteAddress)
      : byToken(request, { needs: 'a token' });
};
