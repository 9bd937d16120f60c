import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { refusedThough } from '../../kit/http/strangers.ts';
import type { Authenticate } from '../../kit/http/surfaces.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { isIn, type PlatformCaller, type PlatformGate, placeOf } from './platform-gate.ts';
import { holds, type RoleGrant, type Where } from './roles.ts';
import type { User, UsersService } from './users.service.ts';

/** How paths of this API call the id of a facility. */
export const FACILITY_PARAMS = ['club', 'clubId', 'clubID', 'club_id', 'facilityId', 'facilityID'] as const;

export interface AuthenticationDeps {
  readonly db: Pick<Database, 'read'>;
  readonly users: Pick<UsersService, 'authenticate' | 'findByEmail' | 'grantsOf' | 'recognise'>;
  readonly partners: { readonly recognise: UsersService['recognise'] };
  readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
}

/** `x-api-key`, and for super admins `x-simulated-user`: the e-mail of the user to act as. */
export const authenticatePlatform =
  (deps: AuthenticationDeps): Authenticate<PlatformCaller, PlatformGate> =>
  async (request, gate) => {
    const key = request.header('x-api-key') ?? '';
    const known = await deps.users.authenticate(key);
    if (known === undefined)
      throw refusedThough(
        (await deps.users.recognise(key)) ?? (await deps.partners.recognise(key)),
        kitFault('unauthenticated', 'Send a valid key of a user as x-api-key.'),
      );
    const callerIn = callerOf(deps, known, { request, ofFacilities: isIn(gate, 'facility of organisation') });
    const caller = await deps.db.read((tx) => callerIn(tx, known.grants));
    const renewed = async (tx: Tx) => callerIn(tx, await deps.users.grantsOf(tx, known.user.id));
    return { ...caller, renewed };
  };

/** Who calls, as things stand in a unit. `held` is what the owner of the key holds there. */
const callerOf =
  (
    deps: Pick<AuthenticationDeps, 'users' | 'organisations'>,
    known: { readonly user: User; readonly keyId: string },
    { request, ofFacilities }: { readonly request: IncomingRequest; readonly ofFacilities: boolean },
  ) =>
  async (tx: Tx, held: readonly RoleGrant[]): Promise<PlatformCaller> => {
    // Tools that always send the header send it empty when nobody is meant.
    const asked = request.header('x-simulated-user')?.trim() || undefined;
    const simulated = asked === undefined ? undefined : await deps.users.findByEmail(tx, asked);
    const mayActAs = asked === undefined || (simulated !== undefined && holds(held, 'super-admin', {}));
    const user = (mayActAs && simulated) || known.user;
    const grants = !mayActAs ? [] : simulated === undefined ? held : await deps.users.grantsOf(tx, simulated.id);
    const where = await whereOf(tx, deps, request);
    const facilitiesThere = ofFacilities ? await facilitiesIn(tx, deps, { grants, where }) : [];
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
  FACILITY_PARAMS.map((name) => params[name]).find((value) => value !== undefined) ?? organisationIn({ params, query });

const organisationIn = ({ params, query }: Pick<IncomingRequest, 'params' | 'query'>): string | undefined =>
  params.organisationId ?? query('organisationId');

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
  const id = OrgId.safeParse(organisationIn({ params, query }));
  const organisation = id.success ? await organisations.findOrganisation(tx, id.data) : undefined;
  return organisation && { organisationId: organisation.id };
};

/** The facilities of the named organisation that somebody holds something at. */
const facilitiesIn = async (
  tx: Tx,
  { organisations }: { readonly organisations: Pick<OrganisationsService, 'findFacility'> },
  { grants, where }: { readonly grants: readonly RoleGrant[]; readonly where: Where | undefined },
): Promise<readonly FacilityId[]> => {
  if (where === undefined) return [];
  const ids = new Set(grants.flatMap(({ scope, scopeId }) => (scope === 'facility' ? [scopeId] : [])));
  const found = await Promise.all([...ids].map((id) => organisations.findFacility(tx, id)));
  return found.flatMap((facility) =>
    facility !== undefined && facility.org_id === where.organisationId ? [facility.id] : [],
  );
};
