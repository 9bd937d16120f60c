import { type Caller, endpointsFor } from '../../kit/http/endpoint.ts';
import { strangerAt } from '../../kit/http/strangers.ts';
import type { Authenticate, PublicGate, Surface } from '../../kit/http/surfaces.ts';

/** Where tokens are traded: whoever asks is nobody until the request says who they are. Errors as RFC 6749 section 5.2 has them. */
export const oauthSurface: Surface<Caller, PublicGate> = {
  name: 'oauth',
  basePath: '/oauth',
  authorise: () => undefined,
  renderFault: (fault) => ({ error: fault.code, error_description: fault.message }),
  requestsPerSecond: 5,
  faults: {},
  document: {
    title: 'Gatehouse tokens',
    version: 'v1',
    description:
      'Bearer tokens of the unified API, traded for keys of users: OAuth 2.0 with client credentials (RFC 6749 section 4.4). Requests are forms, answers JSON.',
    tags: { oauth: { name: 'Tokens', description: 'Trading a key for a token, and ending one.' } },
    words: {},
    security: {
      name: 'client',
      type: 'http',
      scheme: 'basic',
      description: 'The id of a key of a user, and its text (`ghk_…`).',
    },
  },
};

/** Declares an endpoint where tokens are traded. */
export const oauthEndpoint = endpointsFor(oauthSurface);

export const authenticateNobody: Authenticate<Caller, PublicGate> = async ({ remoteAddress }) =>
  strangerAt(remoteAddress);
