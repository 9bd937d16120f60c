import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import type { Surface } from '../../kit/http/surfaces.ts';
import {
  authorisePlatform,
  isIn,
  type Placed,
  type PlatformCaller,
  type PlatformGate,
  platformResources,
} from './platform-gate.ts';
import { platformTags } from './platform-tags.ts';
import { platformWords } from './platform-words.ts';
import { gives, holds, lastingOf, RIGHTS, type Right, type RoleGrant, type Where } from './roles.ts';
import { usersFaults } from './users.faults.ts';

export {
  type AuthenticationDeps,
  authenticateBy,
  authenticatePlatform,
  callersOfKnown,
  type KnownUser,
  knownByKey,
  nobodyAt,
} from './authenticate-platform.ts';
export {
  BROWSER_COOKIE,
  browserIn,
  cookieIn,
  DESK_COOKIE,
  deskTokenIn,
  isUnattended,
  requireNoKey,
  requireOwnPage,
  SESSION_COOKIE,
  sessionTokenIn,
} from './console-request.ts';
export { FACILITY_PARAMS } from './named-places.ts';
export {
  alternativesOf,
  type CallersSession,
  isIn,
  noSuchPlace,
  type Placed,
  type PlatformCaller,
  type PlatformGate,
  requireThemself,
  rightsThrough,
} from './platform-gate.ts';
export { mayReach } from './platform-reach.ts';
export { RIGHTS } from './roles.ts';
export { type Desk, grantsAtDesk, grantsInSession, lastEndOf } from './session-grants.ts';
export { grantsWithin, readScope, scopeText, type TokenScope } from './token-scope.ts';

export const platformSurface: Surface<PlatformCaller, PlatformGate, Placed> = {
  name: 'platform',
  basePath: '/api',
  authorise: authorisePlatform,
  resources: platformResources,
  auditsEverything: true,
  idempotencyKeys: true,
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 50,
  faults: {
    forbidden: kitFaults.forbidden,
    place_unknown: usersFaults.place_unknown,
    acting_refused: usersFaults.acting_refused,
    step_up_required: usersFaults.step_up_required,
    key_and_cookie: usersFaults.key_and_cookie,
    cross_site_request: usersFaults.cross_site_request,
  },
  faultsAt: (gate, stepUp) => ({
    forbidden: kitFaults.forbidden,
    acting_refused: usersFaults.acting_refused,
    ...(isIn(gate, 'facility', 'organisation', 'facility of organisation')
      ? { place_unknown: usersFaults.place_unknown }
      : {}),
    ...(stepUp ? { step_up_required: usersFaults.step_up_required } : {}),
  }),
  document: {
    title: 'Gatehouse platform API',
    version: 'v1',
    description: [
      'For staff and their tools: people and their roles, facilities, devices, access administration, the audit log. It is not publicly consumable: it has a listener of its own, on the loopback unless told otherwise.',
      'Lists are in `data`. Long ones come in pages: `next` in an answer begins the next page, sent back as `after`, and is null on the last one.',
      'A super admin may act as another user: the header `x-simulated-user` names them by e-mail, on any request. They may do what that user may, and the audit names both.',
      'Every refusal is an `Error`: go by its `error`, which does not change, and show its `message`. `request_id` leads to the entry in the audit. 404 is also the answer for whatever is there and not the caller’s.',
      'Browsers that are signed in send a cookie instead of a key, to the consoles’ listener alone. What is no GET has `x-console: 1` and comes from a page of that listener (`cross_site_request`); a key beside the cookie is refused (`key_and_cookie`). Operations with `x-step-up` answer them `step_up_required` unless a passkey or an authenticator has proven who they are within 10 minutes.',
    ].join('\n\n'),
    tags: platformTags,
    words: platformWords,
    security: {
      name: 'userKey',
      type: 'apiKey',
      in: 'header',
      keyName: 'x-api-key',
      description: 'A key of a user (`ghk_…`). What it may do is what the user’s roles allow.',
    },
    headers: [
      {
        name: 'x-simulated-user',
        in: 'header',
        required: false,
        description: 'For super admins: the e-mail of the user to act as. Empty is the same as left out.',
        schema: { type: 'string', maxLength: 254 },
      },
    ],
  },
};

/** Declares an endpoint of the platform API. */
export const platformEndpoint = endpointsFor(platformSurface);

/** Everywhere, or in these organisations and these facilities. */
export type Reach =
  | 'everywhere'
  | { readonly organisations: readonly OrgId[]; readonly facilities: readonly FacilityId[] };

/** Where the caller has a right, or one of several. For lists. */
export const visibleScopes = ({ grants }: Pick<PlatformCaller, 'grants'>, needed: Right | readonly Right[]): Reach =>
  placesOf(grants.filter((grant) => [needed].flat().some((right) => gives(grant.right, right))));

/** Where the caller holds anything that lasts, and so may know of what is there. */
export const sightOf = ({ grants }: Pick<PlatformCaller, 'grants'>): Reach => placesOf(lastingOf(grants));

const placesOf = (grants: readonly RoleGrant[]): Reach => {
  if (grants.some(({ scope }) => scope === 'platform')) return 'everywhere';
  return {
    organisations: grants.flatMap(({ scope, scopeId }) => (scope === 'organisation' ? [scopeId] : [])),
    facilities: grants.flatMap(({ scope, scopeId }) => (scope === 'facility' ? [scopeId] : [])),
  };
};

/** Every right that the caller has at a place, those that come with a higher one included. */
export const rightsAt = ({ grants }: Pick<PlatformCaller, 'grants'>, where: Where): readonly Right[] =>
  RIGHTS.filter((right) => holds(grants, right, where));
