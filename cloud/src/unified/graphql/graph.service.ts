import type { MountedEndpoint } from '../../kit/http/mount.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { Graph, GraphAnswer, Operation } from './execute.ts';

/** What carries out requests that do not come by a path of their own, and what there is to be asked. */
export interface OnePath {
  readonly kit: Kit;
  readonly endpoints: readonly MountedEndpoint[];
}

export interface GraphDeps {
  /** Once the listeners are made: not before. */
  readonly onePath: () => OnePath;
  readonly unifiedMutations: boolean;
}
/** What can be subscribed to, once all modules are made. */
interface Followed {
  readonly topics: () => readonly ServedTopic[];
}

/** The library comes part by part, each after those that it needs: all of it at once takes longer than others may wait. */
const PARTS = [
  () => import('graphql/language'),
  () => import('graphql/type'),
  () => import('graphql/execution'),
  () => import('graphql/validation'),
  () => import('graphql/utilities'),
] as const;

const loaded = async () => {
  for (const part of PARTS) {
    await part();
    await yieldToEventLoop();
  }
  return import('./execute.ts');
};

/** The graph of the platform API. Nothing of GraphQL is loaded before somebody asks. */
export const createGraphService = ({ onePath, unifiedMutations: mutations, topics }: GraphDeps & Followed) => {
  let made: Promise<Graph> | undefined;
  const graph = (): Promise<Graph> => {
    made ??= loaded().then(({ createGraph }) => createGraph({ ...onePath(), mutations, topics: topics() }));
    return made;
  };
  return {
    /** The schema and the documents that are known of it: made by the first who asks. */
    ready: async (): ReturnType<Graph['ready']> => (await graph()).ready(),
    /** Never throws: what is refused is an answer. */
    execute: async (operation: Operation): Promise<GraphAnswer> => (await graph()).execute(operation),
    /** Follows a topic. Rejects with `Refused`. */
    subscribe: async (to: Parameters<Graph['subscribe']>[0]): ReturnType<Graph['subscribe']> =>
      (await graph()).subscribe(to),
    close: async (): Promise<void> => (await made)?.close(),
  };
};
export type GraphService = ReturnType<typeof createGraphService>;
