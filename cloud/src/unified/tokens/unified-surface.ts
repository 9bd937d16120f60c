import { endpointsFor } from '../../kit/http/endpoint.ts';
import type { Surface } from '../../kit/http/surfaces.ts';
import {
  type Placed,
  type PlatformCaller,
  type PlatformGate,
  platformSurface,
} from '../../platform/users/platform-surface.ts';

/** How callers show who they are, for documents. */
export const BEARER = {
  name: 'bearer',
  type: 'http',
  scheme: 'bearer',
  description:
    'A token from `POST /oauth/token` (`ght_…`), for 15 minutes. It lets through what its scope names and its user’s roles allow.',
} as const;

/** What is at the root of the unified API’s host: its metadata, and whatever projection of the platform API has a path of its own. */
export const unifiedSurface: Surface<PlatformCaller, PlatformGate, Placed> = {
  ...platformSurface,
  name: 'unified',
  basePath: '/',
  document: {
    ...platformSurface.document,
    title: 'Gatehouse unified API',
    description:
      'What clients of the unified API find out by themselves: where tokens are traded, and what scopes there are.',
    tags: {
      explorer: { name: 'Explorer', description: 'The schema, and documents to try, on a page for people.' },
      metadata: { name: 'Metadata', description: 'Where tokens are traded, and what there is to ask for.' },
    },
    security: BEARER,
  },
};

/** Declares an endpoint at the root of the unified API’s host. */
export const unifiedEndpoint = endpointsFor(unifiedSurface);
