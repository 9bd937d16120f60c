import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlacedGrant } from './delegation-policy.ts';
import { holds, lastingOf, type RoleGrant } from './roles.ts';

/** A device of a reception at which somebody has signed in with a PIN. */
export interface Desk {
  readonly deskId: string;
  readonly label: string;
  readonly facilityId: FacilityId;
  readonly facilityName: string;
  readonly organisationId?: OrgId;
}

/** What somebody holds at a desk, whatever they hold elsewhere: they are staff of its facility, if they may be that, and nothing more. */
export const grantsAtDesk = (grants: readonly RoleGrant[], desk: Desk): readonly RoleGrant[] => {
  const { facilityId, organisationId } = desk;
  const where = { facilityId, ...(organisationId !== undefined && { organisationId }) };
  return holds(grants, 'facility-staff', where)
    ? [{ right: 'facility-staff', scope: 'facility', scopeId: facilityId }]
    : [];
};

/** What a key of somebody is good for: what they hold for a while needs them, signed in. */
export const grantsWithKey = lastingOf;

/** When all of this has ended by itself; undefined where some of it does not. */
export const lastEndOf = (grants: readonly RoleGrant[]): number | undefined => {
  const ends = grants.flatMap(({ endsAt }) => endsAt ?? []);
  return ends.length < grants.length || ends.length === 0 ? undefined : Math.max(...ends);
};

/** What somebody holds in a session of this kind: less than they hold, where less than themself has vouched for them. */
export const grantsInSession = (
  held: readonly PlacedGrant[],
  { desk, organisationId }: { readonly desk?: Desk | undefined; readonly organisationId?: OrgId | null | undefined },
): readonly RoleGrant[] => {
  if (desk !== undefined) return grantsAtDesk(held, desk);
  // An organisation's own service could say of anybody that it is them: it is believed of what is the organisation's.
  return organisationId == null ? held : held.filter(({ where }) => where.organisationId === organisationId);
};
