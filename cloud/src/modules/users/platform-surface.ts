import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import type { Caller, IncomingRequest } from '../../http/call.ts';
import { endpointsFor } from '../../http/endpoint.ts';
import { kitFault, kitFaults } from '../../http/kit-faults.ts';
import { refusedThough } from '../../http/strangers.ts';
import type { Authenticate, Surface } from '../../http/surfaces.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { platformTags } from './platform-tags.ts';
import { platformWords } from './platform-words.ts';
import { gives, holds, RIGHTS, type Right, type RoleGrant, scopesOf, sees, type Where } from './roles.ts';
import { usersFault, usersFaults } from './users.faults.ts';
import type { User, UsersService } from './users.service.ts';

/**
 * Who may call. `needs` is held by role or by module grant, one of several where there are several.
 * - `in: 'platform'`: on the platform itself.
 * - `in: 'organisation'`: in the organisation that the query's `organisationId` names; without one as `anywhere`.
 * - `in: 'organisation or facility of it'`: the same, and holding it at one of its facilities is enough.
 * - `in: 'facility'`: at the facility that the path names.
 * - `in: 'anywhere'`: in some place at least; the handler answers only with what `reachOf` lets the caller see.
 * Whoever cannot see the facility or organisation gets the 404 of one that does not exist.
 */
export interface PlatformGate {
  readonly needs: Right | readonly Right[];
  readonly in: 'platform' | 'organisation' | 'organisation or facility of it' | 'facility' | 'anywhere';
  /** Or the caller is the user that the path's `userId` names. */
  readonly orOwn?: true;
}

export interface PlatformCaller extends Caller {
  readonly user: User;
  readonly grants: readonly RoleGrant[];
  /** Who really calls, where a super admin simulates `user`. */
  readonly simulatedBy?: User;
  /** Whether the path or the query names a facility or an organisation, existing or not. */
  readonly named: boolean;
  /** What the request is about, if the path or the query names it and it exists. */
  readonly where?: Where;
  /** Facilities of the organisation that it is about, if one is enough for the gate: those that the caller holds something at. */
  readonly facilitiesThere?: readonly string[];
  /** Whether the path's `userId` is the caller's own. */
  readonly own: boolean;
  /** They asked to act as somebody, and may not: they are known, so that the audit has it, and get no further. */
  readonly actingRefused?: true;
}

/** How paths of this API call the id of a facility. */
export const FACILITY_PARAMS = ['club', 'clubId', 'clubID', 'club_id', 'facilityId', 'facilityID'] as const;

const rightsOf = ({ needs }: PlatformGate): readonly Right[] => (typeof needs === 'string' ? [needs] : needs);

const OF_FACILITIES_TOO = 'organisation or facility of it';
const isOfOrganisation = (gate: PlatformGate): boolean => gate.in === 'organisation' || gate.in === OF_FACILITIES_TOO;

/** The rights that get somebody through where they are held, for the documents. */
export const rightsThrough = (gate: PlatformGate): readonly Right[] =>
  RIGHTS.filter(
    (held) =>
      rightsOf(gate).some((needed) => gives(held, needed)) &&
      (gate.in !== 'platform' || scopesOf(held).includes('platform')),
  );

export const platformSurface: Surface<PlatformCaller, PlatformGate> = {
  name: 'platform',
  basePath: '/api',
  authorise: (caller, gate) => {
    if (caller.actingRefused)
      throw usersFault('acting_refused', 'x-simulated-user: only for super admins, and users there are.');
    if (gate.orOwn === true && caller.own) return;
    const named = gate.in === 'facility' || (isOfOrganisation(gate) && caller.named);
    const places = named ? placesNamed(caller) : [gate.in === 'platform' ? {} : undefined];
    if (named && !places.some((place) => sees(caller.grants, place ?? {})))
      throw noSuchPlace(gate.in === 'facility' ? 'facility' : 'organisation');
    if (!rightsOf(gate).some((right) => places.some((place) => mayCall(caller, right, place))))
      throw kitFault('forbidden', 'Your roles do not allow this here.');
  },
  auditsEverything: true,
  idempotencyKeys: true,
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 50,
  faults: {
    forbidden: kitFaults.forbidden,
    place_unknown: usersFaults.place_unknown,
    acting_refused: usersFaults.acting_refused,
  },
  faultsAt: (gate) => ({
    forbidden: kitFaults.forbidden,
    acting_refused: usersFaults.acting_refused,
    ...(gate.in === 'facility' || isOfOrganisation(gate) ? { place_unknown: usersFaults.place_unknown } : {}),
  }),
  document: {
    title: 'Gatehouse platform API',
    version: 'v1',
    description: [
      'For staff and their tools: people and their roles, facilities, devices, access administration, the audit log. It is not publicly consumable: it has a listener of its own, on the loopback unless told otherwise.',
      'Lists are in `data`. Long ones come in pages: `next` in an answer begins the next page, sent back as `after`, and is null on the last one.',
      'A super admin may act as another user: the header `x-simulated-user` names them by e-mail, on any request. They may do what that user may, and the audit names both.',
      'Every refusal is an `Error`: go by its `error`, which does not change, and show its `message`. `request_id` leads to the entry in the audit. 404 is also the answer for whatever is there and not the caller’s.',
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

/** What exists of it, with the facilities of it that count as well. */
const placesNamed = ({ where, facilitiesThere = [] }: PlatformCaller): readonly Where[] =>
  where === undefined ? [] : [where, ...facilitiesThere.map((facilityId) => ({ ...where, facilityId }))];

const mayCall = ({ grants }: PlatformCaller, right: Right, where: Where | undefined): boolean =>
  where === undefined ? grants.some((grant) => gives(grant.right, right)) : holds(grants, right, where);

/** The same for what does not exist and for what the caller cannot see. */
export const noSuchPlace = (kind: 'facility' | 'organisation') =>
  usersFault('place_unknown', `There is no such ${kind}.`);

/** Declares an endpoint of the platform API. */
export const platformEndpoint = endpointsFor(platformSurface);

/** Where the caller has a right: everywhere, or in these organisations and these facilities. For lists. */
export const reachOf = (
  { grants }: Pick<PlatformCaller, 'grants'>,
  needed: Right,
): 'everywhere' | { readonly organisations: readonly string[]; readonly facilities: readonly string[] } => {
  const fitting = grants.filter((grant) => gives(grant.right, needed));
  if (fitting.some(({ scope }) => scope === 'platform')) return 'everywhere';
  const idsIn = (kind: RoleGrant['scope']) =>
    fitting.filter(({ scope }) => scope === kind).map(({ scopeId }) => scopeId);
  return { organisations: idsIn('organisation'), facilities: idsIn('facility') };
};

/** For what neither path nor query names: throws the 404 of a missing place if the caller cannot see it, else 403 without the right. */
export const requireRight = ({ grants }: Pick<PlatformCaller, 'grants'>, needed: Right, where: Where): void => {
  if (!sees(grants, where)) throw noSuchPlace(where.facilityId === undefined ? 'organisation' : 'facility');
  if (!holds(grants, needed, where)) throw kitFault('forbidden', 'Your roles do not allow this here.');
};

/** `x-api-key`, and for super admins `x-simulated-user`: the e-mail of the user to act as. */
export const authenticatePlatform =
  (deps: {
    readonly db: Pick<Database, 'read'>;
    readonly users: Pick<UsersService, 'authenticate' | 'findByEmail' | 'grantsOf' | 'recognise'>;
    readonly partners: { readonly recognise: UsersService['recognise'] };
    readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
  }): Authenticate<PlatformCaller, PlatformGate> =>
  async (request, gate) => {
    const key = request.header('x-api-key') ?? '';
    const known = await deps.users.authenticate(key);
    if (known === undefined)
      throw refusedThough(
        (await deps.users.recognise(key)) ?? (await deps.partners.recognise(key)),
        kitFault('unauthenticated', 'Send a valid key of a user as x-api-key.'),
      );
    // Tools that always send the header send it empty when nobody is meant.
    const asked = request.header('x-simulated-user')?.trim() || undefined;
    const acting = await deps.db.read(async (tx) => {
      const simulated = asked === undefined ? undefined : await deps.users.findByEmail(tx, asked);
      const user = simulated ?? known.user;
      const grants = await deps.users.grantsOf(tx, user.id);
      const where = await whereOf(tx, deps, request);
      const facilitiesThere = gate.in === OF_FACILITIES_TOO ? await facilitiesIn(tx, deps, { grants, where }) : [];
      return { user, grants, where, facilitiesThere, simulated };
    });
    const mayActAs = asked === undefined || (acting.simulated !== undefined && holds(known.grants, 'super-admin', {}));
    const { where, facilitiesThere } = acting;
    const { user, grants } = mayActAs ? acting : { user: known.user, grants: [] };
    const subject = request.params.userId;
    return {
      user,
      grants,
      actor: `user:${known.user.id}`,
      tenant: `user:${known.user.id}`,
      keyId: known.keyId,
      named: named(request) !== undefined,
      own: subject !== undefined && (subject === user.id || subject.toLowerCase() === user.email),
      ...(!mayActAs && { actingRefused: true }),
      ...(user.id !== known.user.id && { simulatedBy: known.user, actingAs: `user:${user.id}` }),
      ...(where !== undefined && { where, facilitiesThere, place: placeOf(where) }),
    };
  };

/** The facility or the organisation that a request names. */
const named = ({ params, query }: Pick<IncomingRequest, 'params' | 'query'>): string | undefined =>
  FACILITY_PARAMS.map((name) => params[name]).find((value) => value !== undefined) ?? query('organisationId');

const placeOf = ({ organisationId, facilityId }: Where) => ({
  ...(organisationId !== undefined && { realm: organisationId }),
  ...(facilityId !== undefined && { site: facilityId }),
});

const whereOf = async (
  tx: Tx,
  { organisations }: { readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'> },
  { params, query }: Pick<IncomingRequest, 'params' | 'query'>,
): Promise<Where | undefined> => {
  const named = FACILITY_PARAMS.map((name) => params[name]).find((value) => value !== undefined);
  if (named !== undefined) {
    const id = FacilityId.safeParse(named);
    const facility = id.success ? await organisations.findFacility(tx, id.data) : undefined;
    return facility && { facilityId: facility.id, organisationId: facility.org_id };
  }
  const id = OrgId.safeParse(query('organisationId'));
  const organisation = id.success ? await organisations.findOrganisation(tx, id.data) : undefined;
  return organisation && { organisationId: organisation.id };
};

/** The facilities of the named organisation that somebody holds something at. */
const facilitiesIn = async (
  tx: Tx,
  { organisations }: { readonly organisations: Pick<OrganisationsService, 'findFacility'> },
  { grants, where }: { readonly grants: readonly RoleGrant[]; readonly where: Where | undefined },
): Promise<readonly string[]> => {
  if (where === undefined) return [];
  const ids = new Set(grants.flatMap(({ scope, scopeId }) => (scope === 'facility' ? [scopeId as FacilityId] : [])));
  const found = await Promise.all([...ids].map((id) => organisations.findFacility(tx, id)));
  return found.flatMap((facility) =>
    facility !== undefined && facility.org_id === where.organisationId ? [facility.id] : [],
  );
};
