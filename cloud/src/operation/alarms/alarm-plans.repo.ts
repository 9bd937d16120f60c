import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { AlarmPeople } from './alarm-people.ts';
import { alarmsFault } from './alarms.faults.ts';

/** Groups of people at a facility, each by the highest role that they hold there. */
export const AUDIENCES = ['managers', 'staff', 'staff_with_pushes', 'organisation_admins'] as const;
export type Audience = (typeof AUDIENCES)[number];

export interface AlarmStep {
  /** After the step before was told; of the first, after the alarm began. */
  readonly afterMinutes: number;
  readonly tell: readonly Audience[];
  /** People by name, beside those groups. */
  readonly userIds: readonly string[];
}
export interface AlarmPlan {
  readonly steps: readonly AlarmStep[];
  /** Null where nobody has set one: it is the usual one. */
  readonly setBy: string | null;
  readonly setAt: number | null;
}

/** Without any configuration: whoever runs the facility, and who asked to be told; then whoever runs the organisation. */
const USUAL: AlarmPlan = {
  steps: [
    { afterMinutes: 0, tell: ['managers', 'staff_with_pushes'], userIds: [] },
    { afterMinutes: 10, tell: ['organisation_admins'], userIds: [] },
  ],
  setBy: null,
  setAt: null,
};

export const createAlarmPlans = ({
  clock,
  people,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly people: Pick<AlarmPeople, 'at'>;
}) => ({
  of: async (tx: Tx, facilityId: FacilityId): Promise<AlarmPlan> => {
    const row = await tx.selectFrom('alarm_plan').where('facility_id', '=', facilityId).selectAll().executeTakeFirst();
    if (row === undefined) return USUAL;
    return { steps: JSON.parse(row.steps) as AlarmStep[], setBy: row.set_by, setAt: row.set_at };
  },

  /** Throws a fault where it names somebody who holds nothing there. Alarms that stand go on by it from their next step. */
  put: async (tx: Tx, facility: Facility, steps: readonly AlarmStep[], by: string): Promise<void> => {
    const known = new Set((await people.at(tx, facility)).map(({ user }) => user.id));
    for (const [at, { userIds }] of steps.entries())
      for (const userId of userIds)
        if (!known.has(userId))
          throw alarmsFault(
            'alarm_person_unknown',
            `steps.${at}.userIds: ${userId} is nobody who works at this facility.`,
          );
    const row = { steps: JSON.stringify(steps), set_by: by, set_at: clock.wallMs() };
    await tx
      .insertInto('alarm_plan')
      .values({ facility_id: facility.id, ...row })
      .onConflict((c) => c.column('facility_id').doUpdateSet(row))
      .execute();
  },

  /** From now on the usual one. */
  remove: async (tx: Tx, facilityId: FacilityId): Promise<void> => {
    await tx.deleteFrom('alarm_plan').where('facility_id', '=', facilityId).execute();
  },
});
export type AlarmPlans = ReturnType<typeof createAlarmPlans>;
