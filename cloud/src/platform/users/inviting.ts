import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MailService } from '../mail/mail.module.ts';
import { invitationMail } from './invitation-mail.ts';
import type { PlatformCaller } from './platform-surface.ts';
import { type PlacesKnown, placeOfRole, type RoleGiven, requireMayGive } from './role-requests.ts';
import { type RoleGrant, scopeOf } from './roles.ts';
import type { User, UsersService } from './users.service.ts';

/** What people call a place; empty where it is gone. */
export const nameOfPlace = async (
  tx: Tx,
  organisations: PlacesKnown,
  { scope, scopeId }: RoleGrant,
): Promise<string> => {
  const where = await placeOfRole(tx, organisations, { role: 'facility-staff', scope, scopeId });
  if (where?.organisationId === undefined) return '';
  const place =
    where.facilityId === undefined
      ? await organisations.findOrganisation(tx, where.organisationId)
      : await organisations.findFacility(tx, where.facilityId);
  return place?.name ?? '';
};

/** Asks somebody whom the caller does not see to take these roles, if the caller may give them. They hear of those that are new. */
export const inviteChecked = async (
  tx: Tx,
  deps: {
    readonly users: Pick<UsersService, 'invite'>;
    readonly organisations: PlacesKnown;
    readonly sendMail: MailService['send'];
    readonly platformUrl: () => string;
  },
  {
    caller,
    user,
    roles,
  }: { readonly caller: PlatformCaller; readonly user: User; readonly roles: readonly RoleGiven[] },
): Promise<void> => {
  const places = new Set<string>();
  for (const role of roles) {
    await requireMayGive(tx, deps.organisations, { caller, role });
    const grant = { right: role.role, ...scopeOf(role.scope, role.scopeId) };
    if (await deps.users.invite(tx, user.id, grant, caller.user.id))
      places.add(await nameOfPlace(tx, deps.organisations, grant));
  }
  if (places.size > 0) await deps.sendMail(tx, invitationMail(user.email, [...places], deps.platformUrl()));
};
