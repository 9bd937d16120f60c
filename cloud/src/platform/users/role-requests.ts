import { FacilityId, type OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { OrganisationsService } from '../organisations/organisations.service.ts';
import { mayGive } from './delegation-policy.ts';
import { noSuchPlace, type PlatformCaller } from './platform-surface.ts';
import { canSee, scopeOf, type Where } from './roles.ts';
import type { GrantGiven } from './user-fields.ts';
import type { UsersService } from './users.service.ts';

export type PlacesKnown = Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;
export type RoleGiven = z.output<typeof GrantGiven>;

/** The place of a role, if it exists. */
export const placeOfRole = async (
  tx: Tx,
  organisations: PlacesKnown,
  { scope, scopeId = '' }: RoleGiven,
): Promise<Where | undefined> => {
  if (scope === 'platform') return {};
  if (scope === 'organisation') {
    const organisation = await organisations.findOrganisation(tx, uncheckedId<OrgId>(scopeId));
    return organisation && { organisationId: organisation.id };
  }
  const id = FacilityId.safeParse(scopeId);
  const facility = id.success ? await organisations.findFacility(tx, id.data) : undefined;
  return facility && { facilityId: facility.id, organisationId: facility.org_id };
};

/** Throws unless the caller may give this role: the 404 of a place that they do not see, 403 for more than they hold there. */
export const requireMayGive = async (
  tx: Tx,
  organisations: PlacesKnown,
  { caller, role }: { readonly caller: PlatformCaller; readonly role: RoleGiven },
): Promise<Where> => {
  const where = await placeOfRole(tx, organisations, role);
  if (where === undefined || (role.scope !== 'platform' && !canSee(caller.grants, where)))
    throw noSuchPlace(role.scope === 'facility' ? 'facility' : 'organisation');
  if (!mayGive(caller.grants, { right: role.role }, where))
    throw kitFault('forbidden', 'role: nobody gives what they do not hold there, and only who administers users does.');
  return where;
};

/** Gives a user a role if the caller may. */
export const giveChecked = async (
  tx: Tx,
  { users, organisations }: { readonly users: Pick<UsersService, 'addGrant'>; readonly organisations: PlacesKnown },
  { caller, userId, role }: { readonly caller: PlatformCaller; readonly userId: string; readonly role: RoleGiven },
): Promise<{ readonly id: string; readonly endedKeys: readonly string[]; readonly where: Where }> => {
  const where = await requireMayGive(tx, organisations, { caller, role });
  const grant = { right: role.role, ...scopeOf(role.scope, role.scopeId) };
  return { ...(await users.addGrant(tx, userId, grant, caller.actor)), where };
};
