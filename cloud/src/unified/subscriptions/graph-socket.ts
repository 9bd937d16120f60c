import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { GraphQLSchema, parse } from 'graphql';
import { type Context, makeServer, type SubscribePayload } from 'graphql-ws';
import { asFault } from '../../kit/http/fault-response.ts';
import type { LiveSocket } from '../../kit/http/sockets.ts';
import type { LiveEnd } from '../../kit/live/watcher.ts';
import type { Connection, ConnectionDoor, ConnectionEnd, ShownToken } from './connections.ts';
import { answersOf, createDrained, failing } from './sending.ts';
import { errorsOf, SubscriptionOver } from './subscribe-errors.ts';
import type { Subscribed, SubscribeRequest } from './subscribing.ts';
import { subscriptionsFault } from './subscriptions.faults.ts';

export interface GraphSocketDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: { error(detail: unknown, message: string): void };
  readonly newRequestId: () => string;
  /** Who shows what a client sent with its `connection_init`; throws the 401 fault if that is nobody. */
  readonly shown: (params: Shown, from: { readonly remoteAddress: string }) => Promise<ShownToken>;
  /** Takes a place for them; throws `too_many_connections`. */
  readonly claim: (by: ShownToken, door: ConnectionDoor) => Promise<Connection>;
  readonly subscribe: (request: SubscribeRequest) => Promise<Subscribed>;
}

/** Headers that a client cannot send with the request for a socket, and sends on it. */
type Shown = Readonly<Record<string, unknown>>;

export const SUBSCRIPTIONS_MAX = 20;
/** Who has not said by then who they are is let go. */
const INIT_WITHIN = Seconds(3);
/** While more waits for the client, nothing more is sent. */
export const UNSENT_BYTES = 262_144;
/** RFC 6455 section 5.5: a control frame has 125 bytes, two of them the code. */
const REASON_BYTES = 123;

/** Why a socket is closed, beside the codes of the protocol (`graphql-transport-ws`). */
export const CLOSES = {
  tokenEnded: 4401,
  forbidden: 4403,
  notInitialised: 4408,
  tooManyConnections: 4430,
  tooSlow: 4431,
  comeBack: 1012,
} as const;

/** What is known of a socket. */
interface SocketState {
  readonly socket: LiveSocket;
  connection: Connection | undefined;
  /** A `connection_init` has come, and with what. */
  shown: Shown | undefined;
  readonly header: (name: string) => string | undefined;
  readonly remoteAddress: string;
  readonly subscribed: Map<string, Subscribed>;
  close(code: number, reason: string): void;
}
type Ctx = Context<Record<string, unknown>, SocketState>;

const CLOSED_WITH: Readonly<Record<ConnectionEnd, readonly [code: number, reason: string]>> = {
  token_ended: [CLOSES.tokenEnded, 'The token has ended: connect with another one.'],
  key_ended: [CLOSES.forbidden, 'The key or the token that this was opened with has ended.'],
  place_lost: [CLOSES.comeBack, 'come back'],
};

/** Serves sockets that speak `graphql-transport-ws`: nothing but subscriptions. */
export const createGraphSockets = ({ clock, log, newRequestId, shown, claim, subscribe }: GraphSocketDeps) => {
  const doorOf = (state: () => SocketState): ConnectionDoor => ({
    tokenEnds: (at) => state().socket.send(JSON.stringify({ type: 'ping', payload: { tokenEndsAt: isoOf(at) } })),
    ended: (why) => state().close(...CLOSED_WITH[why]),
  });

  const connect = async ({ extra, connectionParams = {} }: Ctx): Promise<Record<string, unknown> | false> => {
    extra.shown = connectionParams;
    try {
      extra.connection ??= await claim(
        await shown(connectionParams, extra),
        doorOf(() => extra),
      );
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      const isFull = thrown.code === 'too_many_connections';
      extra.close(isFull ? CLOSES.tooManyConnections : CLOSES.forbidden, thrown.message);
      return false;
    }
    extra.socket.recognised();
    if (extra.socket.signal.aborted) extra.connection.close();
    return { tokenEndsAt: isoOf(extra.connection.by.caller.known.endsAt) };
  };

  const ended = (state: SocketState, id: string, why: LiveEnd, lastSent: number | undefined): void => {
    if (why === 'too_slow') state.close(CLOSES.tooSlow, `${id.slice(0, 90)}@${lastSent ?? ''}`);
    else if (why.fault.code === 'unauthenticated') state.close(...CLOSED_WITH.key_ended);
  };

  const begin = async (state: SocketState, id: string, asked: SubscribePayload, requestId: string) => {
    const { connection, header, remoteAddress, subscribed } = state;
    let last: number | undefined;
    const one = await subscribe({
      document: String(asked.query),
      variables: asked.variables ?? undefined,
      operationName: asked.operationName ?? undefined,
      caller: (connection as Connection).by.caller,
      ...{ requestId, header, remoteAddress },
      ended: (why) => ended(state, id, why, last),
    });
    subscribed.set(id, one);
    return answersOf(one.messages, {
      requestId,
      sent: (cursor) => {
        last = cursor;
      },
      over: () => void (subscribed.get(id) === one && subscribed.delete(id)),
    });
  };

  /** A ping that brings another token: everything goes on with that. */
  const renew = async (state: SocketState, payload: Shown | undefined): Promise<void> => {
    const { connection, socket, subscribed } = state;
    const pong = (told?: object): void => socket.send(JSON.stringify({ type: 'pong', ...(told && { payload: told }) }));
    if (connection === undefined || payload?.authorization === undefined) return pong();
    try {
      const by = await shown({ ...state.shown, ...payload }, state);
      connection.renew(by);
      await Promise.all([...subscribed.values()].map((one) => one.renew(by.caller)));
      pong({ tokenEndsAt: isoOf(by.caller.known.endsAt) });
    } catch (thrown) {
      state.close(CLOSES.forbidden, asFault(thrown).message);
    }
  };

  const server = makeServer<Record<string, unknown>, SocketState>({
    // It would go by a clock of its own.
    connectionInitWaitTimeout: 0,
    onConnect: connect,
    onSubscribe: async ({ extra, subscriptions }, id, asked) => {
      const requestId = newRequestId();
      try {
        if (Object.keys(subscriptions).length > SUBSCRIPTIONS_MAX) throw tooMany();
        const rootValue = await begin(extra, id, asked, requestId);
        // The library looks whether it is a subscription, and asks below for what it tells.
        return { ...ANY_SUBSCRIPTION, rootValue };
      } catch (thrown) {
        return { ...ANY_SUBSCRIPTION, rootValue: failing(new SubscriptionOver(thrown, requestId)) };
      }
    },
    subscribe: ({ rootValue }) => rootValue as never,
    // As it is: one object for all who are told the same.
    onNext: (_ctx, _id, _asked, _args, result) => result as never,
    onError: (_ctx, _id, _asked, errors) =>
      errors.flatMap(({ cause }) =>
        errorsOf(cause instanceof SubscriptionOver ? cause : new SubscriptionOver(cause, newRequestId()), log),
      ),
  });

  return {
    /** Serves a socket; `by` where the request for it said already who they are. */
    open: (
      socket: LiveSocket,
      {
        connection,
        ...request
      }: Pick<SocketState, 'header' | 'remoteAddress'> & {
        readonly connection: ((door: ConnectionDoor) => Connection) | undefined;
      },
    ): void => {
      const drained = createDrained(socket);
      const state: SocketState = {
        ...request,
        socket,
        subscribed: new Map(),
        connection: undefined,
        shown: undefined,
        close: (code, reason) => socket.close(code, inBytes(reason)),
      };
      state.connection = connection?.(doorOf(() => state));
      const failed = (cause: unknown): void => {
        log.error({ err: cause }, 'a message of a subscriber could not be dealt with');
        socket.close(1011);
      };
      const late = clock.after(INIT_WITHIN, () => {
        if (state.shown === undefined) socket.close(CLOSES.notInitialised, 'connection_init: within 3 seconds.');
      });
      const closed = server.opened(
        {
          protocol: socket.protocol,
          send: (text) => {
            socket.send(text);
            return drained();
          },
          close: (code = 1000, reason = '') => state.close(code, reason),
          onMessage: (take) =>
            // What it answers with may take as long as a subscription lasts.
            socket.hear((text) => {
              void take(text).catch(failed);
            }),
          onPing: (payload) => renew(state, payload),
        },
        state,
      );
      const gone = (): void => {
        late.cancel();
        state.connection?.close();
        closed(undefined, undefined).catch(failed);
      };
      if (socket.signal.aborted) gone();
      else socket.signal.addEventListener('abort', gone, { once: true });
    },
  };
};
export type GraphSockets = ReturnType<typeof createGraphSockets>;

const ANY_SUBSCRIPTION = { schema: new GraphQLSchema({}), document: parse('subscription { anything }') };

const tooMany = () =>
  subscriptionsFault('too_many_subscriptions', `A socket has at most ${SUBSCRIPTIONS_MAX} subscriptions.`);

const inBytes = (text: string): string =>
  Buffer.from(text)
    .subarray(0, REASON_BYTES)
    .toString()
    .replace(/\uFFFD$/, '');
