import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { callersAs, GRAPH_QUOTA, type GraphCaller, graphqlModule } from '../graphql/graphql.module.ts';
import { restModule } from '../rest/rest.module.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { askMcp } from './mcp.endpoints.ts';
import { authenticateMcp, mcpSurface } from './mcp-surface.ts';
import { createProtocol } from './protocol.ts';
import { createToolDesks } from './tool-desk.ts';

export { noToolBecause, toolName } from './tools.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Pages of which other origins may ask the unified API by script. */
    readonly unifiedOrigins: readonly string[];
  }
}

export const mcpModule = defineModule('mcp', {
  needs: [usersModule, organisationsModule, partnersModule, tokensModule, restModule, graphqlModule],
  create: (deps) => ({
    mcp: {
      protocol: createProtocol({ version: deps.installation.version }),
      deskFor: createToolDesks(deps),
      callersFor: (caller: GraphCaller) => callersAs(deps, caller),
    },
  }),
})({
  endpoints: [askMcp],
  surfaces: (deps) => [
    { on: 'unified', via: 'mcp', quota: GRAPH_QUOTA, ...serveSurface(mcpSurface, authenticateMcp(deps)) },
  ],
});
