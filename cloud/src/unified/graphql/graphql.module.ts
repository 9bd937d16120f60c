import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { queryGraph, queryGraphByGet } from './graph.endpoints.ts';
import { graphFaults } from './graph.faults.ts';
import { createGraphService, type GraphDeps } from './graph.service.ts';
import { authenticateGraph, GRAPH_QUOTA } from './graph-door.ts';
import { graphHttpSurface } from './graph-http-surface.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment extends GraphDeps {}
}

export type { GraphService, OnePath } from './graph.service.ts';
export {
  authenticateGraph,
  callersAs,
  GRAPH_QUOTA,
  type GraphCaller,
  type GraphDoorDeps,
  type GraphGate,
} from './graph-door.ts';
export { unfit } from './nodes.ts';
export { Refused } from './refused.ts';

export const graphqlModule = defineModule('graphql', {
  needs: [usersModule, organisationsModule, liveModule, partnersModule, tokensModule],
  faults: graphFaults,
  create: (deps) => ({
    graph: createGraphService({ ...deps, topics: () => deps.collected('topics').flat() }),
  }),
})({
  endpoints: [queryGraph, queryGraphByGet],
  surfaces: (deps) => [
    { on: 'unified', via: 'graphql', quota: GRAPH_QUOTA, ...serveSurface(graphHttpSurface, authenticateGraph(deps)) },
  ],
  close: ({ graph }) => graph.close(),
});
