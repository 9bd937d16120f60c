import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { holds, type RoleGrant } from '../../platform/users/users.module.ts';
import type { User, UsersService } from '../../platform/users/users.service.ts';
import type { AlarmStep, Audience } from './alarm-plans.repo.ts';

/** More than any facility has people: no more are told. */
const PEOPLE_MAX = 500;

const ROLES = ['org-admin', 'facility-manager', 'facility-staff'] as const;
export type AlarmRole = (typeof ROLES)[number];

/** Somebody who works at a facility, by the highest role that reaches it. Who runs the platform is nobody’s staff. */
export interface AlarmPerson {
  readonly user: User;
  readonly role: AlarmRole;
}

const whereOf = ({ id, org_id }: Pick<Facility, 'id' | 'org_id'>) => ({ facilityId: id, organisationId: org_id });

const roleAt = (grants: readonly RoleGrant[], facility: Facility): AlarmRole | undefined =>
  ROLES.find((role) => holds(grants, role, whereOf(facility)));

export const createAlarmPeople = ({
  users,
}: {
  readonly users: Pick<UsersService, 'holdersAt' | 'findById' | 'grantsOf'>;
}) => ({
  /** Who works there now, by name. */
  at: async (tx: Tx, facility: Facility): Promise<readonly AlarmPerson[]> =>
    (await users.holdersAt(tx, whereOf(facility), PEOPLE_MAX)).flatMap(({ user, held }) => {
      const role = roleAt(held, facility);
      return role === undefined ? [] : [{ user, role }];
    }),

  /** Whether somebody may have an alarm of this facility now: whoever is staff there, by whichever role. */
  mayOwn: async (tx: Tx, facility: Facility, userId: string): Promise<boolean> =>
    (await users.findById(tx, userId)) !== undefined &&
    holds(await users.grantsOf(tx, userId), 'facility-staff', whereOf(facility)),
});
export type AlarmPeople = ReturnType<typeof createAlarmPeople>;

/** Whether a step tells somebody. `hasPushes`: they want to be told of this alarm in their browsers. */
export const isTold = ({ tell, userIds }: AlarmStep, { user, role }: AlarmPerson, hasPushes: boolean): boolean => {
  const isIn = (group: Audience): boolean => {
    if (group === 'organisation_admins') return role === 'org-admin';
    if (group === 'managers') return role === 'facility-manager';
    return role === 'facility-staff' && (group === 'staff' || hasPushes);
  };
  return userIds.includes(user.id) || tell.some(isIn);
};
