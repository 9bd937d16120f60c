import type { Session } from '../../client/platform-api.gen.ts';

type Held = Session['roles'][number];
type Right = Held['right'];
interface Place {
  readonly facilityId?: string;
  readonly organisationId?: string;
}

/** Each may do what those after it may, where it is held. */
const ROLES: readonly Right[] = [
  'super-admin',
  'global-admin',
  'platform-admin',
  'org-admin',
  'facility-manager',
  'facility-staff',
];
/** Roles that need no grant of a part of the product: of that of users, platform admins do. */
const IMPLY_MODULES: readonly Right[] = ['super-admin', 'global-admin', 'org-admin'];

const gives = (held: Right, needed: Right): boolean => {
  if (held === needed) return true;
  if (needed === 'installer') return gives(held, 'facility-manager');
  if (needed === 'iam') return IMPLY_MODULES.includes(held);
  if (needed === 'admin' || needed === 'agent') return IMPLY_MODULES.includes(held) || held === 'platform-admin';
  return ROLES.includes(held) && ROLES.indexOf(held) <= ROLES.indexOf(needed);
};

/** Whether somebody holds a right in some place. It only decides what is offered: the cloud decides what is done. */
export const holdsSomewhere = (roles: readonly Held[], right: Right): boolean =>
  roles.some((held) => gives(held.right, right));

/** Whether it is held on the platform itself. */
export const holdsOnPlatform = (roles: readonly Held[], right: Right): boolean =>
  roles.some((held) => held.scope === 'platform' && gives(held.right, right));

/** Whether somebody is there for a while alone, to install doors. */
export const isVisiting = (roles: readonly Held[]): boolean =>
  roles.length > 0 && roles.every(({ right }) => right === 'installer');

/** The same of one facility, whatever they hold elsewhere. */
export const isVisitingAt = (roles: readonly Held[], place: Place): boolean =>
  holdsAt(roles, 'installer', place) && !holdsAt(roles, 'facility-staff', place);

/** Whether it is held at a place: there, on what it belongs to, or on the platform. */
export const holdsAt = (roles: readonly Held[], right: Right, { facilityId, organisationId }: Place): boolean =>
  roles.some(
    (held) =>
      gives(held.right, right) &&
      (held.scope === 'platform' || (held.scopeId !== null && [facilityId, organisationId].includes(held.scopeId))),
  );
