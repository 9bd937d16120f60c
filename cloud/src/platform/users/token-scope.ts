import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Act, Narrowing } from '../../kit/http/narrowing.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { covers, type RoleGrant, type Where } from './roles.ts';

/** What a token is for: acts, and the places that it is narrowed to; none where it is for every place. */
export interface TokenScope extends Narrowing {
  readonly places: readonly (OrgId | FacilityId)[];
}

const GRAVE = /^grave:[a-z][a-z-]{0,39}$/;
const ACTS = ['read', 'write', 'unlock', 'money'];
const isAct = (word: string): word is Act => ACTS.includes(word) || GRAVE.test(word);

/** A scope as OAuth writes it: words between spaces (RFC 6749 section 3.3). Undefined where one of them is none of ours. */
export const readScope = (text: string): TokenScope | undefined => {
  const acts = new Set<Act>();
  const places: (OrgId | FacilityId)[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const place = placeIn(word);
    if (place !== undefined) places.push(place);
    else if (isAct(word)) acts.add(word);
    else return undefined;
  }
  return { acts, places };
};

const placeIn = (word: string): OrgId | FacilityId | undefined => {
  const [kind, id] = word.split(':');
  if (kind === 'org') return OrgId.safeParse(id).data;
  return kind === 'facility' ? FacilityId.safeParse(id).data : undefined;
};

/** The same as text, in one order whatever order it came in. */
export const scopeText = ({ acts, places }: TokenScope): string =>
  [
    ...[...acts].sort(),
    ...[...new Set(places)].sort().map((id) => `${id.startsWith('org_') ? 'org' : 'facility'}:${id}`),
  ].join(' ');

/** What somebody holds at the places of a token, as if they held it there and nowhere else. Places there are not give nothing. */
export const grantsWithin = async (
  tx: Tx,
  { organisations }: { readonly organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'> },
  { grants, places }: { readonly grants: readonly RoleGrant[]; readonly places: TokenScope['places'] },
): Promise<readonly RoleGrant[]> => {
  if (places.length === 0) return grants;
  const within = await Promise.all(places.map((id) => heldAt(tx, organisations, { grants, id })));
  return within.flat();
};

const heldAt = async (
  tx: Tx,
  organisations: Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>,
  { grants, id }: { readonly grants: readonly RoleGrant[]; readonly id: OrgId | FacilityId },
): Promise<readonly RoleGrant[]> => {
  const facilityId = FacilityId.safeParse(id).data;
  if (facilityId !== undefined) {
    const facility = await organisations.findFacility(tx, facilityId);
    const where: Where | undefined = facility && { facilityId, organisationId: facility.org_id };
    return where === undefined
      ? []
      : grants
          .filter((grant) => covers(grant, where))
          .map(({ right }) => ({ right, scope: 'facility', scopeId: facilityId }));
  }
  const organisationId = OrgId.parse(id);
  if ((await organisations.findOrganisation(tx, organisationId)) === undefined) return [];
  const inAll = grants
    .filter((grant) => covers(grant, { organisationId }))
    .map(({ right }) => ({ right, scope: 'organisation', scopeId: organisationId }) as const);
  const atSome = await Promise.all(
    grants.map(async (grant) => {
      if (grant.scope !== 'facility') return [];
      const facility = await organisations.findFacility(tx, grant.scopeId);
      return facility?.org_id === organisationId ? [grant] : [];
    }),
  );
  return [...inAll, ...atSome.flat()];
};
