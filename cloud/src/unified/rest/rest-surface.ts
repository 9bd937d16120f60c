import { endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import type { Quota, Surface } from '../../kit/http/surfaces.ts';
import {
  type Placed,
  type PlatformCaller,
  type PlatformGate,
  platformSurface,
} from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { BEARER } from '../tokens/unified-surface.ts';

export const REST_PATH = '/v1/rest';

/** Requests of one user within a minute, over all their tokens and on all replicas. */
export const REST_QUOTA: Quota = { name: 'rest', requests: 500, windowMs: 60_000 };

const {
  step_up_required: _cookies,
  key_and_cookie: _beside,
  cross_site_request: _pages,
  ...faults
} = platformSurface.faults;

/**
 * The REST mirror: every endpoint of the platform API once more, for tokens, and what the consoles have no endpoint for. The
 * gates, the faults and their shape are those of the platform API.
 */
export const restSurface: Surface<PlatformCaller, PlatformGate, Placed> = {
  ...platformSurface,
  name: 'rest',
  basePath: REST_PATH,
  faults: { ...faults, insufficient_scope: kitFaults.insufficient_scope },
  faultsAt: (gate) => ({
    ...platformSurface.faultsAt?.(gate),
    place_unknown: usersFaults.place_unknown,
    insufficient_scope: kitFaults.insufficient_scope,
  }),
  document: {
    ...platformSurface.document,
    title: 'Gatehouse unified API, REST',
    description: [
      'The platform API once more, for tokens: `/v1/rest` and the path without `/api`. Methods, bodies, answers, faults and `Idempotency-Key` are the same, because it is the same code.',
      'A token comes from `POST /oauth/token`, for a key of a user, for 15 minutes. It lets through what its scope names and its user’s roles allow; what the user may do and the token may not is `insufficient_scope`, and `x-scope` says which scope lets it through.',
      `Of each user ${REST_QUOTA.requests} requests a minute are answered, over all their tokens; then \`rate_limit_exceeded\`, with \`Retry-After\`.`,
      'Lists are in `data`. Long ones come in pages: `next` in an answer begins the next page, sent back as `after`, and is null on the last one. `fields` names what is wanted of an answer, or of each item of a list: `?fields=name,doors.online`. A single thing has an `ETag`: sent back as `If-None-Match`, it is 304 until something changes.',
      'A super admin may act as another user: the header `x-simulated-user` names them by e-mail. They may do what that user may, and the audit names both.',
      'Every refusal is an `Error`: go by its `error`, which does not change, and show its `message`. `request_id` leads to the entry in the audit. 404 is also the answer for whatever is there and not the caller’s.',
    ].join('\n\n'),
    security: BEARER,
    scopes: true,
  },
};

/** Declares what the mirror has and the platform API has not. */
export const restEndpoint = endpointsFor(restSurface);
