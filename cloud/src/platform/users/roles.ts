import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';

/** The roles, the highest first: each may do what those below it may, where it is held. */
export const ROLES = [
  'super-admin',
  'global-admin',
  'platform-admin',
  'org-admin',
  'facility-manager',
  'facility-staff',
] as const;
export type Role = (typeof ROLES)[number];

/** Parts of the product that somebody may be trusted with, whatever their role. */
export const MODULE_GRANTS = ['iam', 'admin', 'agent'] as const;
export type ModuleGrant = (typeof MODULE_GRANTS)[number];

/**
 * What somebody is invited to hold for a while: no role gives it to others, no key carries it, and only gates that name it
 * let it through.
 */
export const PASSING_RIGHTS = ['installer'] as const;
export type PassingRight = (typeof PASSING_RIGHTS)[number];

/** What is held until somebody takes it away. */
export type LastingRight = Role | ModuleGrant;
export const LASTING_RIGHTS = [...ROLES, ...MODULE_GRANTS] as const;

/** What a grant gives and a gate asks for. */
export type Right = LastingRight | PassingRight;
export const RIGHTS = [...LASTING_RIGHTS, ...PASSING_RIGHTS] as const;

export const SCOPES = ['platform', 'organisation', 'facility'] as const;
export type ScopeKind = (typeof SCOPES)[number];

/** Where something is held. `scopeId` is empty for the platform. */
export type Scope =
  | { readonly scope: 'platform'; readonly scopeId: '' }
  | { readonly scope: 'organisation'; readonly scopeId: OrgId }
  | { readonly scope: 'facility'; readonly scopeId: FacilityId };

/** The same as it is stored, or asked for: whether that place exists, whoever asks for it is told elsewhere. */
export const scopeOf = (scope: ScopeKind, scopeId = ''): Scope => {
  if (scope === 'platform') return { scope, scopeId: '' };
  return scope === 'organisation'
    ? { scope, scopeId: uncheckedId<OrgId>(scopeId) }
    : { scope, scopeId: uncheckedId<FacilityId>(scopeId) };
};

/** A right somebody holds, and where. */
export type RoleGrant = Scope & {
  readonly right: Right;
  /** When it ends by itself, in ms since 1970; undefined: it does not. */
  readonly endsAt?: number;
};

/** A place that a request is about: a facility with the organisation it belongs to, an organisation, or the platform. */
export interface Where {
  readonly organisationId?: OrgId;
  readonly facilityId?: FacilityId;
}

const isRole = (right: Right): right is Role => (ROLES as readonly string[]).includes(right);
const isPassing = (right: Right): right is PassingRight => (PASSING_RIGHTS as readonly string[]).includes(right);
const rank = (role: Role): number => ROLES.indexOf(role);

/** Where a right may be held at all. */
export const scopesOf = (right: Right): readonly ScopeKind[] => {
  if (isPassing(right)) return ['facility'];
  if (!isRole(right)) return SCOPES;
  if (rank(right) <= rank('platform-admin')) return ['platform'];
  return right === 'org-admin' ? ['organisation'] : ['organisation', 'facility'];
};

/** Whether a grant reaches a place: the platform reaches everything, an organisation its facilities. */
export const covers = ({ scope, scopeId }: RoleGrant, { organisationId, facilityId }: Where): boolean => {
  if (scope === 'platform') return true;
  return scopeId === (scope === 'organisation' ? organisationId : facilityId);
};

/** Roles that need no grant of this module: who administers users may be named by them, and platform admins look after machines, not people. */
const impliesModule = (role: Role, module: ModuleGrant): boolean =>
  rank(role) <= rank('global-admin') || role === 'org-admin' || (role === 'platform-admin' && module !== 'iam');

/** Whether one right is as good as another, at the same place. */
export const gives = (held: Right, needed: Right): boolean => {
  if (held === needed) return true;
  if (!isRole(held)) return false;
  // Who manages a facility does there whatever they may ask an installer to do.
  if (isPassing(needed)) return rank(held) <= rank('facility-manager');
  return isRole(needed) ? rank(held) <= rank(needed) : impliesModule(held, needed);
};

export type LastingGrant = RoleGrant & { readonly right: LastingRight };

/** Without what is held for a while: of what somebody is, and who may know of them, that says nothing. */
export const lastingOf = <G extends Pick<RoleGrant, 'right'>>(grants: readonly G[]): readonly G[] =>
  grants.filter(({ right }) => !isPassing(right));

/** Whether somebody with these grants has the right at this place. */
export const holds = (grants: readonly RoleGrant[], needed: Right, where: Where): boolean =>
  grants.some((grant) => gives(grant.right, needed) && covers(grant, where));

/** Whether somebody may know that this place exists: whoever holds anything there, or in a facility of that organisation. */
export const canSee = (grants: readonly RoleGrant[], where: Where): boolean =>
  grants.some((grant) => covers(grant, where));
