import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy } from '../../platform/retention/retention.ports.ts';
import { sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { readAuthorizationServer, readProtectedResource } from './metadata.endpoints.ts';
import { authenticateNobody, oauthSurface } from './oauth-surface.ts';
import { authenticateToken } from './token-surface.ts';
import { tokenCommands } from './tokens.control.ts';
import { issueToken, revokeToken } from './tokens.endpoints.ts';
import { tokensFaults } from './tokens.faults.ts';
import { createTokensService } from './tokens.service.ts';
import { unifiedSurface } from './unified-surface.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Where clients find the unified API: `https://host:port`. */
    readonly unifiedUrl: () => string;
  }
}

export type { TokensService } from './tokens.service.ts';

export const tokensModule = defineModule('tokens', {
  needs: [usersModule, organisationsModule, sessionsModule, partnersModule],
  owns: {
    unified_token: 'never',
  },
  faults: tokensFaults,
  create: (deps) => ({ bearerTokens: createTokensService(deps) }),
})({
  endpoints: [issueToken, revokeToken, readAuthorizationServer, readProtectedResource],
  surfaces: (deps) => [
    { on: 'unified', ...serveSurface(oauthSurface, authenticateNobody) },
    { on: 'unified', ...serveSurface(unifiedSurface, authenticateToken(deps)) },
  ],
  operator: tokenCommands,
  retention: ({ bearerTokens }) => [
    retentionPolicy(
      'unified_token',
      'tokens of the unified API that have ended',
      [1, 1, 30],
      bearerTokens.forgetEndedBefore,
    ),
  ],
});
