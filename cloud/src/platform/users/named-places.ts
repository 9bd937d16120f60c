import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { IncomingRequest } from '../../kit/http/call.ts';
import { conformsTo } from '../../kit/http/conforms.ts';
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
    const id = idOf(FacilityId, place.facility);
    const facility = id === undefined ? undefined : await organisations.findFacility(tx, id);
    return facility && { facilityId: facility.id, organisationId: facility.org_id };
  }
  const id = idOf(OrgId, place.organisation);
  const organisation = id === undefined ? undefined : await organisations.findOrganisation(tx, id);
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
  const named = { facilities: new Set<string>(), organisations: new Set<string>() };
  for (const request of asked) {
    const place = placeIn(request);
    if (place === undefined) continue;
    if ('facility' in place) named.facilities.add(place.facility);
    else named.organisations.add(place.organisation);
  }
  const facilities = await organisations.facilitiesById(tx, idsIn(FacilityId, named.facilities));
  const places = await organisations.organisationsById(tx, idsIn(OrgId, named.organisations));
  const others = new Map<FacilityId, ReturnType<typeof organisations.findFacility>>();
  return {
    findFacility: (unit, id) => {
      if (named.facilities.has(id)) return Promise.resolve(facilities.get(id));
      const found = others.get(id) ?? organisations.findFacility(unit, id);
      others.set(id, found);
      return found;
    },
    findOrganisation: (unit, id) =>
      named.organisations.has(id) ? Promise.resolve(places.get(id)) : organisations.findOrganisation(unit, id),
  };
};

/** An id, if it is one. */
const idOf = <Schema extends z.ZodType<string>>(schema: Schema, text: string): z.output<Schema> | undefined =>
  conformsTo(schema)?.(text) === true ? (text as z.output<Schema>) : schema.safeParse(text).data;

const idsIn = <Schema extends z.ZodType<string>>(schema: Schema, texts: Iterable<string>): z.output<Schema>[] =>
  [...texts].flatMap((text) => idOf(schema, text) ?? []);
