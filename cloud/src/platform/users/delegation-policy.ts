import { holds, lastingOf, type RoleGrant, type Where } from './roles.ts';

/** A right that somebody holds, with the place that it is held at. */
export type PlacedGrant = RoleGrant & {
  readonly id: string;
  readonly where: Where;
};

/**
 * Whether somebody with these grants may give this right at this place, or take it away: they administer people there,
 * and hold there themselves what gives at least as much. Nobody makes anybody mightier than they are.
 */
export const mayGive = (grants: readonly RoleGrant[], { right }: Pick<RoleGrant, 'right'>, where: Where): boolean =>
  holds(grants, 'iam', where) && holds(grants, right, where);

/**
 * Whether somebody may change another user altogether: everything that they hold could be theirs to give. An invite of
 * another gym does not take its people out of an organisation's hands.
 */
export const mayAdminister = (grants: readonly RoleGrant[], held: readonly PlacedGrant[]): boolean => {
  const lasting = lastingOf(held);
  return lasting.length === 0
    ? holds(grants, 'iam', {})
    : lasting.every((grant) => mayGive(grants, grant, grant.where));
};

/** Whether somebody may know of a right that another holds at this place: who works with people there. */
export const seesHeld = (grants: readonly RoleGrant[], where: Where): boolean =>
  holds(grants, 'facility-staff', where) || holds(grants, 'iam', where);

/**
 * Whether somebody may know of another user: by any right that the other holds, or as somebody who sees the platform. Not by
 * an invite: else whoever invites an address would learn whose it is.
 */
export const seesUser = (grants: readonly RoleGrant[], held: readonly PlacedGrant[]): boolean =>
  seesHeld(grants, {}) || lastingOf(held).some(({ where }) => seesHeld(grants, where));
