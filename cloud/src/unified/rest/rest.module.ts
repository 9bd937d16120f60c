import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { platformSurface } from '../../platform/users/platform-surface.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { authenticateToken } from '../tokens/token-surface.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { listFacilitiesOf } from './facilities.endpoints.ts';
import { mirrorOf } from './mirror.ts';
import { openApiPage } from './openapi-page.ts';
import { REST_QUOTA, restSurface } from './rest-surface.ts';

export { mirroredIn, unmirrored } from './mirror.ts';

export const restModule = defineModule('rest', {
  needs: [usersModule, organisationsModule, partnersModule, tokensModule],
})({
  endpoints: [listFacilitiesOf],
  pages: () => [{ on: 'unified', ...openApiPage() }],
  surfaces: (deps) => {
    const common = { on: 'unified', via: 'rest', quota: REST_QUOTA, resources: true } as const;
    const authenticate = authenticateToken(deps);
    return [
      { ...common, ...serveSurface(platformSurface, authenticate), mirror: mirrorOf(deps.declared) },
      { ...common, ...serveSurface(restSurface, authenticate) },
    ];
  },
});
