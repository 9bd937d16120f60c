import { Bug, Fault } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Caller, Method, Place } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { isPublicGate, type PublicGate, type ResourceRules } from '../../kit/http/surfaces.ts';
import { canSee, gives, holds, lastingOf, RIGHTS, type Right, type RoleGrant, scopesOf, type Where } from './roles.ts';
import type { Desk } from './session-grants.ts';
import { usersFault } from './users.faults.ts';
import type { User } from './users.service.ts';

/**
 * One way through a gate. `needs` is held by role or by module grant, one of several where there are several.
 * - `in: 'platform'`: on the platform itself.
 * - `in: 'organisation'`: in the organisation that `organisationId` of the path or the query names; without one as `anywhere`.
 * - `in: 'facility of organisation'`: at one facility of that organisation at least.
 * - `in: 'facility'`: at the facility that the path names.
 * - `in: 'resource'`: where the endpoint's `resource` is; before that is looked for, in some place at least.
 * - `in: 'anywhere'`: in some place at least; the handler answers only with what `visibleScopes` lets the caller see.
 */
export interface Alternative {
  readonly needs: Right | readonly Right[];
  readonly in: 'platform' | 'organisation' | 'facility of organisation' | 'facility' | 'resource' | 'anywhere';
  /** Or the caller is the user that the path's `userId` names; of a resource, its owner. */
  readonly orOwn?: true;
  /** Whether somebody who signed in with a PIN at a desk gets through as well. Nothing is open to them unless it says so. */
  readonly atDesk?: true;
}

/**
 * Who may call. Whoever cannot see any place that the gate asks about gets the 404 of one that does not exist. An endpoint
 * with a `resource` needs the same right where that is, wherever the gate asks for it first.
 */
export type PlatformGate =
  | PublicGate
  | Alternative
  | { readonly anyOf: readonly [Alternative, ...(readonly Alternative[])]; readonly in?: undefined };

/** What a gate is asked about: a place, or several of which the right is needed in each, and whose it is besides. */
export interface Placed {
  /** Null for what is in no one place: whoever it is found for may know of it, and the gate says the rest. Not where that is `in: 'resource'`. */
  readonly at: Where | readonly [Where, ...(readonly Where[])] | null;
  /** A user to whom it belongs, for gates with `orOwn`. */
  readonly owner?: string | null;
}

/** A session of a console, as far as a request goes by it. Times in ms since 1970. */
export interface CallersSession {
  readonly id: string;
  readonly endsAt: number;
  /** Unless something is asked before. */
  readonly idleEndsAt: number;
  /** Until when grave acts are carried out; null where they never proved enough. */
  readonly stepUpUntil: number | null;
  /** Whether that is still to come. */
  readonly steppedUp: boolean;
  /** Where it was begun with a PIN: it does there what is for desks, and nothing else. */
  readonly desk?: Desk;
  /** Where the OpenID provider of this organisation has vouched for who it is: it does what is in that organisation. */
  readonly organisationId?: OrgId;
}

export interface PlatformCaller extends Caller {
  /** Nobody in particular at a public gate. */
  readonly user: User;
  /** Where they came in by signing in, and not with a key. */
  readonly session?: CallersSession;
  readonly grants: readonly RoleGrant[];
  /** What the caller holds in all, where a token narrows that to some places: `grants` are what is left of it. */
  readonly unnarrowed?: readonly RoleGrant[];
  /** Who really calls, where a super admin simulates `user`. */
  readonly simulatedBy?: User;
  /** Whether the path or the query names a facility or an organisation, existing or not. */
  readonly named: boolean;
  /** What the request is about, if the path or the query names it and it exists. */
  readonly where?: Where;
  /** Facilities of the organisation that it is about, if one is enough for the gate: those that the caller holds something at. */
  readonly facilitiesThere?: readonly FacilityId[];
  /** Whether the path's `userId` is the caller's own. */
  readonly own: boolean;
  /** They asked to act as somebody, and may not: they are known, so that the audit has it, and get no further. */
  readonly actingRefused?: true;
}

/** The ways through a gate; none through one that is open to everybody. */
export const alternativesOf = (gate: PlatformGate): readonly Alternative[] => {
  if (isPublicGate(gate)) return [];
  return 'anyOf' in gate ? gate.anyOf : [gate];
};
export const rightsOf = ({ needs }: Alternative): readonly Right[] => (typeof needs === 'string' ? [needs] : needs);

/** Whether one way through a gate is of this kind. */
export const isIn = (gate: PlatformGate, ...kinds: readonly Alternative['in'][]): boolean =>
  alternativesOf(gate).some((way) => kinds.includes(way.in));

/** The rights that get somebody through where they are held, for the documents. */
export const rightsThrough = (gate: PlatformGate): readonly Right[] =>
  RIGHTS.filter(
    (held) =>
      isPublicGate(gate) ||
      alternativesOf(gate).some(
        (way) =>
          rightsOf(way).some((needed) => gives(held, needed)) &&
          (way.in !== 'platform' || scopesOf(held).includes('platform')),
      ),
  );

/** The same for what does not exist and for what the caller cannot see. */
export const noSuchPlace = (kind: 'facility' | 'organisation') =>
  usersFault('place_unknown', `There is no such ${kind}.`);
const forbidden = () => kitFault('forbidden', 'Your roles do not allow this here.');

type Verdict = 'through' | 'forbidden' | 'hidden';

/**
 * Whoever came in with a key needs no step-up: a program proves nothing twice. Whoever signed in and may do this all the same
 * learns that one is needed.
 */
export const authorisePlatform = (
  caller: PlatformCaller,
  gate: PlatformGate,
  _method?: Method,
  stepUp = false,
): void => {
  if (isPublicGate(gate)) return;
  narrowed(caller, (as) => requireThrough(as, gate));
  if (stepUp && caller.session?.steppedUp === false)
    throw usersFault('step_up_required', 'Prove with a passkey or a code of your authenticator that it is you.');
};

/** Whoever may do it in all, and not where their token is for, learns that: it tells them nothing that they may not know. */
const narrowed = (caller: PlatformCaller, ask: (as: PlatformCaller) => void): void => {
  const { unnarrowed } = caller;
  if (unnarrowed === undefined) {
    ask(caller);
    return;
  }
  const { unnarrowed: _all, ...whole } = caller;
  ask({ ...whole, grants: unnarrowed });
  try {
    ask(caller);
  } catch (cause) {
    throw cause instanceof Fault ? elsewhere() : cause;
  }
};
const elsewhere = () =>
  kitFault('insufficient_scope', 'The token is for some places, and this is not there.', {
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  });

const requireThrough = (caller: PlatformCaller, gate: PlatformGate): void => {
  if (caller.actingRefused)
    throw usersFault('acting_refused', 'x-simulated-user: only for super admins, and users there are.');
  if (caller.session?.desk !== undefined && !alternativesOf(gate).some(({ atDesk }) => atDesk === true))
    throw kitFault('forbidden', 'A PIN at a desk does not do this: sign in as yourself.');
  const verdicts = alternativesOf(gate).map((way) => verdictOn(caller, way));
  if (verdicts.includes('through')) return;
  if (verdicts.includes('forbidden')) throw forbidden();
  throw noSuchPlace(isIn(gate, 'facility') ? 'facility' : 'organisation');
};

const verdictOn = (caller: PlatformCaller, way: Alternative): Verdict => {
  if (way.in === 'resource') return holdsSomewhere(caller, way) || isMaybeOwn(caller, way) ? 'through' : 'forbidden';
  if (way.orOwn === true && caller.own && mayOwn(caller)) return 'through';
  if (way.in === 'platform') return holdsAt(caller, way, [{}]) ? 'through' : 'forbidden';
  if (way.in === 'anywhere' || (way.in !== 'facility' && !caller.named))
    return holdsSomewhere(caller, way) ? 'through' : 'forbidden';
  const places = placesOf(caller, way);
  if (!places.some((place) => canSee(caller.grants, place))) return 'hidden';
  return holdsAt(caller, way, places) ? 'through' : 'forbidden';
};

/** Whoever sees nothing owns nothing. */
const isMaybeOwn = (caller: PlatformCaller, { orOwn }: Alternative): boolean =>
  orOwn === true && caller.grants.length > 0 && mayOwn(caller);

/** Whoever holds nothing but for a while does what gates name for them, and no more. */
export const mayOwn = (caller: Pick<PlatformCaller, 'grants' | 'session' | 'unnarrowed'>): boolean =>
  (caller.grants.length === 0 || lastingOf(caller.grants).length > 0) && isThemself(caller);

/**
 * Whether somebody has proven who they are themself. The word of an organisation’s own service is none: it could say so of
 * anybody, and what is theirs everywhere is not the organisation’s. A token for some places is not for that either.
 */
const isThemself = ({ session, unnarrowed }: Pick<PlatformCaller, 'session' | 'unnarrowed'>): boolean =>
  unnarrowed === undefined && (session?.organisationId === undefined || session.steppedUp);

/** Throws where only an organisation has said who it is: for what is somebody’s own, wherever they hold something. */
export const requireThemself = (caller: Pick<PlatformCaller, 'session' | 'unnarrowed'>): void => {
  if (caller.unnarrowed !== undefined) throw elsewhere();
  if (!isThemself(caller))
    throw kitFault(
      'forbidden',
      'Your organisation has said who you are. For what is yours everywhere, prove it here, or sign in with a code.',
    );
};

const holdsSomewhere = ({ grants }: PlatformCaller, way: Alternative): boolean =>
  rightsOf(way).some((right) => grants.some((grant) => gives(grant.right, right)));

const holdsAt = ({ grants }: PlatformCaller, way: Alternative, places: readonly Where[]): boolean =>
  rightsOf(way).some((right) => places.some((place) => holds(grants, right, place)));

/** What exists of what the request names. */
const placesOf = ({ where, facilitiesThere = [] }: PlatformCaller, way: Alternative): readonly Where[] => {
  if (where === undefined) return [];
  if (way.in !== 'facility of organisation') return [where];
  return facilitiesThere.map((facilityId) => ({ ...where, facilityId }));
};

const requireAt = (
  caller: PlatformCaller,
  gate: PlatformGate,
  { found: { at, owner }, missing }: { readonly found: Placed; readonly missing: () => Fault },
): void => {
  const places = placesIn(at);
  if (!places.every((place) => canSee(caller.grants, place))) throw missing();
  const isOwn = owner === caller.user.id && mayOwn(caller);
  const mayHere = (way: Alternative) =>
    (way.orOwn === true && isOwn) || places.every((place) => holdsAt(caller, way, [place]));
  if (!alternativesOf(gate).some((way) => verdictOn(caller, way) === 'through' && mayHere(way))) throw forbidden();
};

export const platformResources: ResourceRules<PlatformCaller, PlatformGate, Placed> = {
  isAskedFor: (gate) => isIn(gate, 'resource'),
  authorise: (caller, gate, { found, missing }) => {
    if (found.at === null && isIn(gate, 'resource'))
      throw new Bug('a gate is asked about a resource that has no place');
    narrowed(caller, (as) => requireAt(as, gate, { found, missing }));
  },
  placeOf: ({ at }) => {
    const [only, ...more] = placesIn(at);
    return only === undefined || more.length > 0 ? {} : placeOf(only);
  },
};

const placesIn = (at: Placed['at']): readonly Where[] => (at === null ? [] : [at].flat());

export const placeOf = ({ organisationId, facilityId }: Where): Place => ({
  ...(organisationId !== undefined && { realm: organisationId }),
  ...(facilityId !== undefined && { site: facilityId }),
});
