import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { type RefusedKey, refusedThough, strangerAt } from '../../kit/http/strangers.ts';
import { type Authenticate, isPublicGate } from '../../kit/http/surfaces.ts';
import { isUnattended, requireOwnPage, sessionTokenIn } from './console-request.ts';
import { type FindsManyPlaces, type FindsPlaces, facilitiesIn, placeIn, placesNamed, whereOf } from './named-places.ts';
import { isIn, type PlatformCaller, type PlatformGate, placeOf } from './platform-gate.ts';
import type { RoleGrant } from './roles.ts';
import { grantsInSession, grantsWithKey } from './session-grants.ts';
import { type KnownUser, type Somebody, somebodyOf } from './somebody.ts';
import { usersFault } from './users.faults.ts';
import type { User, UsersService } from './users.service.ts';

export type { KnownUser } from './somebody.ts';

/** Those who have signed in. */
export interface Sessions {
  /** Whose session has this token: nobody’s, once it or its user has ended, or they hold nothing any more. */
  authenticate(token: string, by: { readonly unattended: boolean }): Promise<KnownUser | undefined>;
  /** Whose it is or was, for the audit of a refusal. */
  recognise(token: string): Promise<RefusedKey | undefined>;
  /** In a unit: throws where it has ended meanwhile. */
  requireLive(tx: Tx, sessionId: string): Promise<void>;
}

export interface AuthenticationDeps {
  readonly db: Pick<Database, 'read'>;
  readonly users: Pick<UsersService, 'authenticate' | 'findByEmail' | 'grantsOf' | 'recognise'>;
  readonly partners: { readonly recognise: UsersService['recognise'] };
  readonly organisations: FindsPlaces;
  /** Needed where cookies are taken. */
  readonly sessions?: Sessions;
}

/**
 * `x-api-key`, or where cookies are taken the session of a browser; and for super admins `x-simulated-user`: the e-mail of the
 * user to act as. Only where cookies are taken can anybody sign in.
 */
export const authenticatePlatform = (
  deps: AuthenticationDeps,
  takes: 'keys' | 'keys and cookies' = 'keys',
): Authenticate<PlatformCaller, PlatformGate> =>
  authenticateBy(deps, {
    stranger: (request) => strangerTo(request, takes),
    known: (request) => {
      const token = takes === 'keys' ? undefined : sessionTokenIn(request);
      return token === undefined ? byKey(deps, request) : bySession(deps, request, token);
    },
  });

/** The same for whichever way somebody shows who they are. */
export const authenticateBy =
  (
    deps: Pick<AuthenticationDeps, 'db' | 'users' | 'organisations' | 'sessions'>,
    by: {
      /** Who calls at a public gate. */
      readonly stranger: (request: IncomingRequest) => PlatformCaller;
      /** Throws the 401 where that is nobody. */
      readonly known: (request: IncomingRequest) => Promise<KnownUser>;
    },
  ): Authenticate<PlatformCaller, PlatformGate> =>
  async (request, gate) => {
    if (isPublicGate(gate)) return by.stranger(request);
    const known = await by.known(request);
    const callerIn = callerOf(deps, known, { request, ofFacilities: isIn(gate, 'facility of organisation') });
    const caller = await deps.db.read((tx) => callerIn(tx, known.grants));
    return { ...caller, renewed: renewedBy(deps, known, callerIn) };
  };

/** The same caller with what they may do by now. */
const renewedBy =
  (
    deps: Pick<AuthenticationDeps, 'users' | 'sessions'>,
    known: KnownUser,
    callerIn: (tx: Tx, held: readonly RoleGrant[]) => Promise<PlatformCaller>,
  ) =>
  async (tx: Tx): Promise<PlatformCaller> => {
    if (known.session !== undefined) await deps.sessions?.requireLive(tx, known.session.id);
    const held = await deps.users.grantsOf(tx, known.user.id);
    return callerIn(tx, known.session === undefined ? grantsWithKey(held) : grantsInSession(held, known.session));
  };

const NOBODY: User = { id: 'nobody', email: '', firstName: '', lastName: '', phoneNumber: null, createdAt: 0 };

/** Whoever is about to sign in: a page of the console, or a program, which browsers let no page of another site look like. */
const strangerTo = (request: IncomingRequest, takes: 'keys' | 'keys and cookies'): PlatformCaller => {
  if (takes === 'keys') throw kitFault('no_such_path', 'Nothing is served at this path.');
  if (!request.header('x-api-key')) requireOwnPage(request);
  return nobodyAt(request);
};

/** Nobody in particular, at a public gate. */
export const nobodyAt = ({ remoteAddress }: Pick<IncomingRequest, 'remoteAddress'>): PlatformCaller => ({
  ...strangerAt(remoteAddress),
  user: NOBODY,
  grants: [],
  named: false,
  own: false,
});

const byKey = async ({ users, partners }: AuthenticationDeps, request: IncomingRequest): Promise<KnownUser> => {
  const key = request.header('x-api-key') ?? '';
  const known = await users.authenticate(key);
  if (known !== undefined) return known;
  throw refusedThough(
    (await users.recognise(key)) ?? (await partners.recognise(key)),
    kitFault('unauthenticated', 'Send a valid key of a user as x-api-key.'),
  );
};

const bySession = async (
  { sessions }: AuthenticationDeps,
  request: IncomingRequest,
  token: string,
): Promise<KnownUser> => {
  if (sessions === undefined) throw new Bug('cookies are taken, and nobody knows sessions');
  if (request.header('x-api-key')) throw usersFault('key_and_cookie', 'x-api-key: not beside the cookie of a session.');
  requireOwnPage(request);
  const known = await sessions.authenticate(token, { unattended: isUnattended(request) });
  if (known !== undefined) return known;
  throw refusedThough(await sessions.recognise(token), kitFault('unauthenticated', 'Sign in: this session has ended.'));
};

/** What a caller goes by of a request. */
interface How {
  readonly request: IncomingRequest;
  readonly ofFacilities: boolean;
}

/** Who calls, as things stand in a unit. `held` is what they hold themselves there. */
const callerOf =
  (deps: Pick<AuthenticationDeps, 'users' | 'organisations'>, known: KnownUser, how: How) =>
  async (tx: Tx, held: readonly RoleGrant[]): Promise<PlatformCaller> =>
    callerAt(tx, deps, { somebody: await somebodyOf(tx, deps, { known, held, asked: simulatedIn(how) }), how });

/** Tools that always send the header send it empty when nobody is meant. */
const simulatedIn = ({ request }: How): string | undefined => request.header('x-simulated-user')?.trim() || undefined;

/** The same at the place that a request names. */
const callerAt = async (
  tx: Tx,
  deps: Pick<AuthenticationDeps, 'organisations'>,
  { somebody: { all, caller }, how: { request, ofFacilities } }: { readonly somebody: Somebody; readonly how: How },
): Promise<PlatformCaller> => {
  const where = await whereOf(tx, deps, request);
  const facilitiesThere = ofFacilities ? await facilitiesIn(tx, deps, { grants: all, where }) : [];
  const { user } = caller;
  const subject = request.params.userId;
  return {
    ...caller,
    named: placeIn(request) !== undefined,
    own: subject !== undefined && (subject === user.id || subject.toLowerCase() === user.email),
    ...(where !== undefined && { where, facilitiesThere, place: placeOf(where) }),
  };
};

/** A request of somebody who is known already. */
export interface RequestOf {
  readonly request: IncomingRequest;
  readonly gate: PlatformGate;
}

/** Who sends this key, to be asked for callers; throws the 401 fault if that is nobody. */
export const knownByKey = byKey;

/** What tells callers of one user apart. Of hundreds of requests most name nothing but a facility. */
const nameOf = ({ request, ofFacilities }: How, simulated: string | undefined): string => {
  const [place, { userId }] = [placeIn(request), request.params];
  if (simulated === undefined && userId === undefined && !ofFacilities && place !== undefined && 'facility' in place)
    return `facility ${place.facility}`;
  return JSON.stringify([simulated, ofFacilities, place, userId]);
};

/**
 * Callers of many requests that somebody known sends at once, one for each, as `authenticateBy` would make them one by one: all
 * places that they name are looked up together, and those that nothing tells apart are one.
 */
export const callersOfKnown =
  (
    deps: Pick<AuthenticationDeps, 'db' | 'users' | 'sessions'> & { readonly organisations: FindsManyPlaces },
    known: KnownUser,
  ) =>
  (asked: readonly RequestOf[]): Promise<readonly PlatformCaller[]> =>
    deps.db.read(async (tx) => {
      const requests = asked.map(({ request }) => request);
      const together = { ...deps, organisations: await placesNamed(tx, deps.organisations, requests) };
      const people = new Map<string | undefined, Somebody>();
      const made = new Map<string, PlatformCaller>();
      const callers: PlatformCaller[] = [];
      for (const { request, gate } of asked) {
        const how: How = { request, ofFacilities: isIn(gate, 'facility of organisation') };
        const simulated = simulatedIn(how);
        const alike = nameOf(how, simulated);
        let caller = made.get(alike);
        if (caller === undefined) {
          const somebody =
            people.get(simulated) ?? (await somebodyOf(tx, together, { known, held: known.grants, asked: simulated }));
          people.set(simulated, somebody);
          caller = Object.assign(await callerAt(tx, together, { somebody, how }), {
            renewed: renewedBy(deps, known, callerOf(deps, known, how)),
          });
          made.set(alike, caller);
        }
        callers.push(caller);
      }
      return callers;
    });
