import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import type { RoleGrant, Where } from './roles.ts';

/** How paths of this API call the id of a facility. */
export const FACILITY_PARAMS = ['club', 'clubId', 'clubID', 'club_id', 'facilityId', 'facilityID'] as const;

export type FindsPlaces = Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
export type FindsManyPlaces = FindsPlaces & Pick<OrganisationsService, 'facilitiesById' | 'organisationsById'>;
type Naming = Pick<IncomingRequest, 'params' | 'query'>;

/** What a request names as a facility, or else as an organisation, whether or not that is there. */
export const placeIn = ({
  params,
  query,
}: Naming): { readonly facility: string } | { readonly organisation: string } | undefined => {
  for (const name of FACILITY_PARAMS) {
    const facility = params[name];
    if (facility !== undefined) return { facility };
  }
  const organisation = params.organisationId ?? query('organisationId');
  return organisation === undefined ? undefined : { organisation };
};

/** Where that is, if it is anywhere. */
export const whereOf = async (
  tx: Tx,
  { organisations }: { readonly organisations: FindsPlaces },
  request: Naming,
): Promise<Where | undefined> => {
  const place = placeIn(request);
  if (place === undefined) return undefined;
  if ('facility' in place) {
    const id = FacilityId.safeParse(place.facility);
    const facility = id.success ? await organisations.findFacility(tx, id.data) : undefined;
    return facility && { facilityId: facility.id, organisationId: facility.org_id };
  }
  const id = OrgId.safeParse(place.organisation);
  const organisation = id.success ? await organisations.findOrganisation(tx, id.data) : undefined;
  return organisation && { organisationId: organisation.id };
};

/** The facilities of the named organisation that somebody holds something at. */
export const facilitiesIn = async (
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

/** The places that requests name, found at once; whatever else is asked for is looked up once for all. */
export const placesNamed = async (
  tx: Tx,
  organisations: FindsManyPlaces,
  asked: readonly Naming[],
): Promise<FindsPlaces> => {
  const ids = new Set<string>();
  for (const request of asked) {
    const place = placeIn(request);
    if (place !== undefined) ids.add('facility' in place ? place.facility : place.organisation);
  }
  const facilities = await organisations.facilitiesById(tx, parsed(FacilityId, ids));
  const places = await organisations.organisationsById(tx, parsed(OrgId, ids));
  const others = new Map<FacilityId, ReturnType<typeof organisations.findFacility>>();
  return {
    findFacility: (unit, id) => {
      if (ids.has(id)) return Promise.resolve(facilities.get(id));
      const found = others.get(id) ?? organisations.findFacility(unit, id);
      others.set(id, found);
      return found;
    },
    findOrganisation: (unit, id) =>
      ids.has(id) ? Promise.resolve(places.get(id)) : organisations.findOrganisation(unit, id),
  };
};

const parsed = <Id>(
  schema: { readonly safeParse: (text: unknown) => { readonly success: boolean; readonly data?: Id } },
  texts: Iterable<unknown>,
): Id[] => [...texts].flatMap((text) => schema.safeParse(text).data ?? []);
