import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { graphHttpSurface } from '../graphql/graph-http-surface.ts';
import { authenticateGraph, type GraphCaller } from '../graphql/graphql.module.ts';
import { bearerIn } from '../tokens/token-surface.ts';
import { type ConnectionDoor, type ConnectionsDeps, createConnections, type ShownToken } from './connections.ts';
import type { GraphSockets } from './graph-socket.ts';
import { createSubscribing, type SubscribingDeps } from './subscribing.ts';

export type SubscriptionsDeps = SubscribingDeps &
  ConnectionsDeps & {
    readonly db: Pick<Database, 'read' | 'write'>;
    readonly clock: Clock;
    readonly random: RandomBytes;
  };

/** Follows topics for whoever has a token, on sockets and as streams. */
export const createSubscriptionsService = (deps: SubscriptionsDeps) => {
  const { db, clock, log } = deps;
  const connections = createConnections(deps);
  const { subscribe } = createSubscribing(deps);
  const authenticate = authenticateGraph(deps);
  const newRequestId = (): string => randomId('req', undefined, clock.wallMs());
  let made: Promise<GraphSockets> | undefined;

  /** Who shows this token; throws the 401 fault where that is nobody. */
  const shown = async (
    params: Readonly<Record<string, unknown>>,
    { remoteAddress }: { readonly remoteAddress: string },
  ): Promise<ShownToken> => {
    const text = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined);
    const given = new Map(Object.keys(params).map((name) => [name.toLowerCase(), text(name)]));
    const header = (name: string) => given.get(name);
    const request = { method: 'GET', remoteAddress, header, params: {}, query: () => undefined } as const;
    const caller = await authenticate(request, { needs: 'a token' });
    graphHttpSurface.authorise(caller, { needs: 'a token' }, 'GET');
    return { text: bearerIn(header('authorization')) ?? '', caller };
  };
  const claim = async (by: ShownToken, door: ConnectionDoor) => {
    const id = await db.write((tx) => connections.claim(tx, by.caller.known.user.id));
    return connections.open(id, by, door);
  };

  return {
    claim: connections.claim,
    open: connections.open,
    subscribe,
    newRequestId,
    /** The token that a request was let through with. */
    shownBy: (caller: GraphCaller, header: (name: string) => string | undefined): ShownToken => {
      const text = bearerIn(header('authorization'));
      if (text === undefined) throw kitFault('unauthenticated', 'Send a token as Authorization: Bearer.');
      return { text, caller };
    },

    /** What serves sockets. Nothing of GraphQL is loaded before somebody opens one. */
    sockets: (): Promise<GraphSockets> => {
      made ??= import('./graph-socket.ts').then(({ createGraphSockets }) =>
        createGraphSockets({ clock, log, newRequestId, shown, claim, subscribe }),
      );
      return made;
    },
    settled: connections.settled,
    close: connections.close,
  };
};
export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;
