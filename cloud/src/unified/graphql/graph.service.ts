import type { MountedEndpoint } from '../../kit/http/mount.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
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

/** The graph of the platform API. Nothing of GraphQL is loaded before somebody asks. */
export const createGraphService = ({ onePath, unifiedMutations: mutations }: GraphDeps) => {
  let made: Promise<Graph> | undefined;
  const graph = (): Promise<Graph> => {
    made ??= import('./execute.ts').then(({ createGraph }) => createGraph({ ...onePath(), mutations }));
    return made;
  };
  return {
    /** The schema and the documents that are known of it: made by the first who asks. */
    ready: async (): ReturnType<Graph['ready']> => (await graph()).ready(),
    /** Never throws: what is refused is an answer. */
    execute: async (operation: Operation): Promise<GraphAnswer> => (await graph()).execute(operation),
    close: async (): Promise<void> => (await made)?.close(),
  };
};
export type GraphService = ReturnType<typeof createGraphService>;
