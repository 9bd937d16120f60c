import { z } from 'zod';
import type { TokensService } from './tokens.service.ts';
import { unifiedEndpoint } from './unified-surface.ts';

interface Deps {
  readonly bearerTokens: Pick<TokensService, 'acts'>;
  readonly unifiedUrl: () => string;
}

const gate = { public: 'It says where to ask, and nothing about anybody.' } as const;
const texts = z.array(z.string());
const BY_SECRET = ['client_secret_basic', 'client_secret_post'];
const HOST = 'https://unified.example.com';
const SCOPES = ['read', 'unlock', 'write'];

/** Read at most so often by one network: clients look once, and keep it. */
const requestsPerSecond = 5;

export const readAuthorizationServer = unifiedEndpoint<Deps>()({
  id: 'metadata.authorization-server',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Where tokens are traded',
  description: 'Metadata of the authorisation server (RFC 8414).',
  gate,
  requestsPerSecond,
  success: {
    status: 200,
    description: 'The metadata.',
    schema: z.object({
      issuer: z.string().describe('The address of this API.'),
      token_endpoint: z.string().describe('Where a key is traded for a token.'),
      revocation_endpoint: z.string().describe('Where a token is ended.'),
      grant_types_supported: texts.describe('Client credentials alone.'),
      response_types_supported: texts.describe('None: nobody is sent here by a browser.'),
      token_endpoint_auth_methods_supported: texts.describe('HTTP Basic, or in the form.'),
      revocation_endpoint_auth_methods_supported: texts.describe('The same.'),
      scopes_supported: texts.describe('The acts that scopes may name. Places come beside them.'),
    }),
  },
  examples: {
    success: {
      issuer: HOST,
      token_endpoint: `${HOST}/oauth/token`,
      revocation_endpoint: `${HOST}/oauth/revoke`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: BY_SECRET,
      revocation_endpoint_auth_methods_supported: BY_SECRET,
      scopes_supported: SCOPES,
    },
  },
  faults: {},
  handle: async ({ bearerTokens, unifiedUrl }) => ({
    issuer: unifiedUrl(),
    token_endpoint: `${unifiedUrl()}/oauth/token`,
    revocation_endpoint: `${unifiedUrl()}/oauth/revoke`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: BY_SECRET,
    revocation_endpoint_auth_methods_supported: BY_SECRET,
    scopes_supported: [...bearerTokens.acts],
  }),
});

export const readProtectedResource = unifiedEndpoint<Deps>()({
  id: 'metadata.protected-resource',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  summary: 'What protects this API',
  description: 'Metadata of a protected resource (RFC 9728): which authorisation server issues its tokens.',
  gate,
  requestsPerSecond,
  success: {
    status: 200,
    description: 'The metadata.',
    schema: z.object({
      resource: z.string().describe('The address of this API.'),
      authorization_servers: texts.describe('Who issues its tokens: itself.'),
      bearer_methods_supported: texts.describe('In a header, never in an address.'),
      scopes_supported: texts.describe('The acts that scopes may name. Places come beside them.'),
    }),
  },
  examples: {
    success: {
      resource: HOST,
      authorization_servers: [HOST],
      bearer_methods_supported: ['header'],
      scopes_supported: SCOPES,
    },
  },
  faults: {},
  handle: async ({ bearerTokens, unifiedUrl }) => ({
    resource: unifiedUrl(),
    authorization_servers: [unifiedUrl()],
    bearer_methods_supported: ['header'],
    scopes_supported: [...bearerTokens.acts],
  }),
});
