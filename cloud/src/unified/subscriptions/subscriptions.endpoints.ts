import { Fault } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { undecided } from '../../kit/http/endpoint.ts';
import { EVENT_STREAM, eventStream } from '../../kit/http/event-stream.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { socketAnswer } from '../../kit/http/sockets.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { graphFaults } from '../graphql/graph.faults.ts';
import type { GraphCaller } from '../graphql/graphql.module.ts';
import { Refused } from '../graphql/graphql.module.ts';
import { createStreamEnd, eventsOf, refusedEvents } from './graph-stream.ts';
import { subscriptionsFaults } from './subscriptions.faults.ts';
import type { SubscriptionsService } from './subscriptions.service.ts';
import { subscriptionsEndpoint } from './subscriptions-surface.ts';

const { too_many_connections } = subscriptionsFaults;
/** A document and what is around it. */
const MESSAGE_BYTES = 131_072;
/** What waits for a client that does not read: what may be unsent, and the largest beginning behind it. */
const WAITING_BYTES = 4_194_304;

type Deps = { readonly subscriptions: SubscriptionsService };

export const openGraphSocket = subscriptionsEndpoint<Deps>()({
  id: 'subscriptions.socket',
  method: 'GET',
  writes: true,
  unit: 'own',
  path: '/graphql',
  summary: 'Open a socket for subscriptions',
  description:
    'A WebSocket that speaks `graphql-transport-ws`. Browsers send no header with it: say `authorization` in the `connection_init` then, within 3 seconds. A `ping` whose payload has an `authorization` goes on with that token.',
  gate: { public: 'Browsers say only in the first message on a socket who they are; until then nothing is told.' },
  query: z.strictObject({}),
  requestsPerSecond: 50,
  success: {
    status: 101,
    description: 'It is a WebSocket from here on.',
    socket: {
      protocols: ['graphql-transport-ws'],
      messageBytes: MESSAGE_BYTES,
      waitingBytes: WAITING_BYTES,
      leavingCode: 1012,
      anyOrigin: true,
    },
  },
  faults: { too_many_connections },
  handle: async ({ subscriptions }, _input, call) => {
    const { caller, header, remoteAddress } = call;
    const sockets = await subscriptions.sockets();
    const { known } = caller;
    if (known === undefined)
      return socketAnswer((socket) => sockets.open(socket, { connection: undefined, header, remoteAddress }));
    const by = subscriptions.shownBy({ ...caller, known }, header);
    const id = await call.write((tx) => subscriptions.claim(tx, known.user.id));
    return socketAnswer((socket) =>
      sockets.open(socket, { connection: (door) => subscriptions.open(id, by, door), header, remoteAddress }),
    );
  },
});

const anObject = z.record(z.string(), z.unknown());

export const streamGraph = subscriptionsEndpoint<Deps>()({
  id: 'subscriptions.stream',
  method: 'POST',
  unit: 'own',
  path: '/graphql',
  summary: 'Follow a subscription as a stream',
  description:
    'One subscription as a stream of events, for whoever accepts `text/event-stream`: `next` with each message, whose cursor is its id, then `complete`. With `Last-Event-ID` it goes on behind that, where the document names no `after`.',
  gate: { needs: 'a token' },
  body: z.object({
    query: z.string().max(65_536).describe('The document, in the language of GraphQL: one subscription.'),
    operationName: z.string().max(200).nullish().describe('Which operation of the document, where it has several.'),
    variables: anObject.nullish().describe('What the variables of the operation are.'),
    extensions: anObject.nullish().describe('Nothing is read from it.'),
  }),
  success: { status: 200, description: 'What happens, until the client goes away.', stream: [EVENT_STREAM] },
  examples: {
    body: {
      query: 'subscription { doorStates(facilityId: "fac_0123456789abcdef") { cursor doors { doorId lock } removed } }',
    },
  },
  faults: { ...graphFaults, too_many_connections },
  audit: { event: 'graph.followed', target: () => undefined },
  handle: async ({ subscriptions }, { body }, call) => {
    const { caller, header, remoteAddress } = call;
    // What it follows has a row of the audit beside that of the request.
    const requestId = subscriptions.newRequestId();
    const after = lastEventId(header('last-event-id'));
    const by = subscriptions.shownBy(caller as GraphCaller, header);
    const end = createStreamEnd();
    const id = await call.write(async (tx) => undecided(await subscriptions.claim(tx, by.caller.known.user.id)));
    const connection = subscriptions.open(id, by, {
      tokenEnds: () => undefined,
      ended: (why) => end.end(why === 'place_lost' ? 'too_slow' : { fault: over() }),
    });
    try {
      const { messages } = await subscriptions.subscribe({
        document: body.query,
        variables: body.variables ?? undefined,
        operationName: body.operationName ?? undefined,
        ...{ after, caller: by.caller, requestId, remoteAddress, header },
        ended: end.end,
      });
      return eventStream((left) => {
        left.addEventListener('abort', connection.close, { once: true });
        return eventsOf(messages, { left, end, requestId });
      });
    } catch (thrown) {
      connection.close();
      const refused = thrown instanceof Refused ? thrown.answer.refused : undefined;
      if (refused === undefined || refused.code in graphFaults) throw refusalOf(thrown);
      // As the protocol has it: the document is well, and what it follows is refused.
      return eventStream(() => refusedEvents(thrown as Refused));
    }
  },
});

const over = () => kitFault('unauthenticated', 'The token has ended: come back with another one, and go on.');

/** As a document that is asked by POST is refused. */
const refusalOf = (thrown: unknown): unknown => {
  if (!(thrown instanceof Refused) || thrown.answer.refused === undefined) return thrown;
  const { code, spec, message, detail } = thrown.answer.refused;
  return new Fault(code, spec, message, { ...detail, body: { errors: thrown.answer.errors } });
};

const lastEventId = (text: string | undefined): number | undefined => {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw wrongField('Last-Event-ID', 'malformed', 'must be the id of an event');
};
