import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { Caller } from '../../kit/http/call.ts';
import { asFault } from '../../kit/http/fault-response.ts';
import { runDeclared } from '../../kit/http/run-declared.ts';
import { takeOfQuota } from '../../kit/http/take-turn.ts';
import { parseInput, pathPart, readableParams } from '../../kit/http/validate.ts';
import type { Live } from '../../kit/live/engine.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import type { LiveEnd } from '../../kit/live/watcher.ts';
import type { GraphService, OnePath } from '../graphql/graph.service.ts';
import { callersAs, GRAPH_QUOTA, type GraphCaller, type GraphDoorDeps } from '../graphql/graphql.module.ts';
import type { Messages } from '../graphql/subscribe.ts';
import type { Wanted } from '../graphql/subscription-type.ts';
import { type Following, follow } from './follow.ts';

export interface SubscribingDeps extends GraphDoorDeps {
  readonly graph: Pick<GraphService, 'subscribe'>;
  readonly onePath: () => Pick<OnePath, 'kit'>;
  readonly live: Pick<Live, 'watch' | 'wake'>;
  readonly topicOf: (name: string) => ServedTopic | undefined;
}

/** A request to follow something, and who makes it. */
export interface SubscribeRequest {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** The cursor that a stream goes on behind, where its document names none. */
  readonly after?: number | undefined;
  readonly caller: GraphCaller;
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly header: (name: string) => string | undefined;
  readonly ended: (why: LiveEnd) => void;
}

type Asked = Pick<SubscribeRequest, 'caller' | 'requestId' | 'remoteAddress' | 'header'>;

export interface Subscribed {
  readonly messages: Messages;
  /** Asks again whether they may, by another token, and goes on, or ends with what refuses that. */
  renew(caller: GraphCaller): Promise<void>;
}

/** Begins to follow topics: each is asked for as an endpoint is, with its gate, its limit and its row of the audit. */
export const createSubscribing = (deps: SubscribingDeps) => {
  /** Asks whether somebody may follow a topic now. Resolves with who they are to it; throws what refuses it. */
  const admitted = async (
    topic: ServedTopic,
    key: string,
    { caller, requestId, remoteAddress, header }: Asked,
  ): Promise<Caller> => {
    const { kit } = deps.onePath();
    const { declaration } = topic.endpoint;
    const params = { [topic.declaration.param]: pathPart(key) };
    const startedWallMs = kit.clock.wallMs();
    const request = {
      method: 'GET',
      remoteAddress,
      header,
      params: readableParams(params),
      query: () => undefined,
    } as const;
    const { caller: as, result } = await runDeclared(kit, topic.endpoint, {
      via: 'graphql',
      requestId,
      remoteAddress,
      startedMonoMs: kit.clock.monoMs(),
      startedWallMs,
      header,
      authenticate: async () => {
        const [one] = await callersAs(deps, caller)([{ request, gate: declaration.gate }]);
        return one as Caller;
      },
      input: async () => parseInput(declaration, { params, search: '', body: undefined }),
    });
    if (result !== undefined && 'fault' in result) throw result.fault;
    return as as Caller;
  };

  return {
    /** Rejects with `Refused`, or with the fault of too many operations. */
    subscribe: async (request: SubscribeRequest): Promise<Subscribed> => {
      const { document, variables, operationName, requestId, ended } = request;
      const { kit } = deps.onePath();
      await takeOfQuota(kit, GRAPH_QUOTA, { caller: request.caller, limit: GRAPH_QUOTA.requests });
      let followed: { readonly following: Following; readonly topic: ServedTopic; readonly key: string } | undefined;
      const begin = async ({ topic: { topic: name }, key, after = request.after }: Wanted) => {
        const topic = deps.topicOf(name) as ServedTopic;
        const caller = await admitted(topic, key, request);
        const following = follow({ live: deps.live }, { topic, key, caller, after, ended });
        followed = { following, topic, key };
        return following;
      };
      const messages = await deps.graph.subscribe({ document, variables, operationName, requestId, follow: begin });
      return {
        messages,
        renew: async (caller) => {
          if (followed === undefined) return;
          const { following, topic, key } = followed;
          try {
            // A request of its own, for the audit.
            const own = { ...request, caller, requestId: randomId('req', undefined, kit.clock.wallMs()) };
            following.as(await admitted(topic, key, own));
          } catch (thrown) {
            following.fail(asFault(thrown));
          }
        },
      };
    },
  };
};
export type Subscribing = ReturnType<typeof createSubscribing>;
