import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { listSchema } from '../../kit/http/paging.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { BY_SAM, By, oneNamedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  facilityParams,
  facilityReads,
  facilityWrites,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { AUDIENCES } from './alarm-plans.repo.ts';
import { AlarmUser, SAM, usersOf } from './alarm-view.ts';
import { alarmsFaults } from './alarms.faults.ts';
import type { AlarmsService } from './alarms.service.ts';

interface Deps {
  readonly alarms: Pick<AlarmsService, 'plans' | 'people'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const { place_unknown } = usersFaults;
const params = z.object(facilityParams);
/** A night is longer than that: whoever wants more waits for nobody. */
const MINUTES_MAX = 240;

const afterMinutes = z
  .int()
  .min(0)
  .max(MINUTES_MAX)
  .describe('How long after the step before, in minutes; of the first, after the alarm began.');
const tell = z
  .array(z.enum(AUDIENCES))
  .max(AUDIENCES.length)
  .describe(
    'Groups, each by the highest role that somebody holds there. `staff_with_pushes`: those of the staff who want to be told of such alarms in their browsers.',
  );
const AlarmPlanView = z
  .object({
    steps: z
      .array(
        z.object({ afterMinutes, tell, users: z.array(AlarmUser).describe('People by name, beside those groups.') }),
      )
      .describe('Who is told, one step after the other, until somebody takes the alarm.'),
    isUsual: z.boolean().describe('Whether nobody has set one here: then it is the usual one.'),
    setBy: By.nullable().describe('Who set it last. Null: nobody did.'),
    setAt: z.iso.datetime().nullable().describe('When (UTC). Null: it never was.'),
  })
  .meta({ id: 'AlarmPlan' });
const A_PLAN: z.input<typeof AlarmPlanView> = {
  steps: [
    { afterMinutes: 0, tell: ['managers', 'staff_with_pushes'], users: [] },
    { afterMinutes: 10, tell: ['organisation_admins'], users: [SAM] },
  ],
  isUsual: false,
  setBy: BY_SAM,
  setAt: '2026-01-01T09:30:00.000Z',
};

const shown = async (tx: Tx, { alarms }: Deps, facilityId: FacilityId): Promise<z.input<typeof AlarmPlanView>> => {
  const { setBy, setAt, steps } = await alarms.plans.of(tx, facilityId);
  const userOf = await usersOf(
    tx,
    steps.flatMap(({ userIds }) => userIds),
  );
  const named = steps.map(({ userIds, ...step }) => ({ ...step, tell: [...step.tell], users: userIds.map(userOf) }));
  const set = await oneNamedBy(tx, { setBy }, 'setBy');
  return { steps: named, isUsual: setAt === null, setBy: set.setBy, setAt: isoOrNull(setAt) };
};
const facilityOf = async (tx: Tx, { organisations }: Deps, facilityId: FacilityId) => {
  const facility = await organisations.findFacility(tx, facilityId);
  if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
  return facility;
};

export const readAlarmPlan = platformEndpoint<Deps>()({
  id: 'alarm-plan.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/alarm-plan',
  summary: 'Read whom a facility tells of alarms',
  description:
    'And in which order. Without one of its own: managers and who asked to be told, then who runs the organisation.',
  gate: facilityReads,
  params,
  success: { status: 200, description: 'The plan.', schema: AlarmPlanView },
  examples: { params: AT_FACILITY, success: A_PLAN },
  faults: { place_unknown },
  handle: (deps, { params }, { read }) => read((tx) => shown(tx, deps, params.facilityId)),
});

export const putAlarmPlan = platformEndpoint<Deps>()({
  id: 'alarm-plan.put',
  method: 'PUT',
  path: '/api/access-control/:facilityId/alarm-plan',
  summary: 'Set whom a facility tells of alarms',
  description: 'In place of the plan before. Alarms that stand go on by it with their next step.',
  gate: facilityWrites,
  params,
  body: z.strictObject({
    steps: z
      .array(
        z
          .strictObject({
            afterMinutes,
            tell,
            userIds: z
              .array(z.string().min(1).max(64))
              .max(20)
              .describe('People who work there, by their ids, beside those groups: 20 at most.'),
          })
          .refine((step) => step.tell.length + step.userIds.length > 0, 'must tell somebody'),
      )
      .min(1)
      .max(5)
      .describe('1 to 5 steps.'),
  }),
  success: { status: 200, description: 'The plan.', schema: AlarmPlanView },
  examples: {
    params: AT_FACILITY,
    body: {
      steps: [
        { afterMinutes: 0, tell: ['managers', 'staff_with_pushes'], userIds: [] },
        { afterMinutes: 10, tell: ['organisation_admins'], userIds: [BY_SAM.id] },
      ],
    },
    success: A_PLAN,
  },
  faults: { place_unknown, alarm_person_unknown: alarmsFaults.alarm_person_unknown },
  audit: { event: 'alarm-plan.put', target: ({ params }) => params.facilityId },
  handle: async (deps, { params: { facilityId }, body }, { tx, caller }) => {
    await deps.alarms.plans.put(tx, await facilityOf(tx, deps, facilityId), body.steps, actorOf(caller));
    return shown(tx, deps, facilityId);
  },
});

export const deleteAlarmPlan = platformEndpoint<Deps>()({
  id: 'alarm-plan.delete',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/alarm-plan',
  summary: 'Go back to the usual plan',
  description: 'Nothing happens where there is none of its own.',
  gate: facilityWrites,
  params,
  success: { status: 200, description: 'The usual plan.', schema: AlarmPlanView },
  examples: { params: AT_FACILITY, success: { ...A_PLAN, isUsual: true, setBy: null, setAt: null } },
  faults: { place_unknown },
  audit: { event: 'alarm-plan.delete', target: ({ params }) => params.facilityId },
  handle: async (deps, { params: { facilityId } }, { tx }) => {
    await deps.alarms.plans.remove(tx, facilityId);
    return shown(tx, deps, facilityId);
  },
});

const AlarmPersonView = z
  .object({
    userId: z.string(),
    name: z.string().describe('What they are called.'),
    role: z.enum(['org-admin', 'facility-manager', 'facility-staff']).describe('The highest that they hold there.'),
  })
  .meta({ id: 'AlarmPerson' });

export const listAlarmPeople = platformEndpoint<Deps>()({
  id: 'alarm-plan.people',
  method: 'GET',
  path: '/api/access-control/:facilityId/alarm-plan/people',
  summary: 'List who can have an alarm of a facility',
  description: 'Who works there now, by name: at most 500. A plan names them, and an alarm is handed over to them.',
  gate: facilityReads,
  params,
  success: { status: 200, description: 'All of them.', schema: listSchema(AlarmPersonView) },
  examples: {
    params: AT_FACILITY,
    success: { data: [{ userId: BY_SAM.id, name: BY_SAM.name, role: 'facility-manager' }] },
  },
  faults: { place_unknown },
  handle: (deps, { params: { facilityId } }, { read }) =>
    read(async (tx) => {
      const people = await deps.alarms.people.at(tx, await facilityOf(tx, deps, facilityId));
      const named = people.map(({ user, role }) => ({
        ...{ userId: user.id, name: `${user.firstName} ${user.lastName}`.trim(), role },
      }));
      return { data: named.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
    }),
});
