import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { AT_FACILITY, actorOf, facilityParams, facilityReads, PathId } from '../../platform/users/facility-surface.ts';
import { type PlatformCaller, platformEndpoint, rightsAt } from '../../platform/users/platform-surface.ts';
import { AlarmView, AN_ALARM, viewsOf } from './alarm-view.ts';
import { alarmsFaults } from './alarms.faults.ts';
import type { AlarmsService } from './alarms.service.ts';
import type { AtAlarm } from './owning.ts';

interface Deps {
  readonly alarms: Pick<AlarmsService, 'find'> & {
    readonly owning: Pick<AlarmsService['owning'], 'acknowledge' | 'handOver' | 'giveBack' | 'note' | 'resolve'>;
  };
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const { alarm_unknown, alarm_over, alarm_owned, alarm_not_yours, alarm_person_unknown, alarm_full } = alarmsFaults;
const params = z.object({ ...facilityParams, alarmId: PathId.describe('The alarm.') });
const ONE = { ...AT_FACILITY, alarmId: AN_ALARM.alarmId };
const success = { status: 200, description: 'The alarm, as it stands.', schema: AlarmView } as const;
const Words = z.string().trim().min(1).max(1_000);
const MINE: z.input<typeof AlarmView> = {
  ...AN_ALARM,
  nextStepAt: null,
  ownedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: 'Sam Example' },
  ownedAt: '2026-01-08T21:15:30.000Z',
};
const OVER = { ...MINE, endedAt: '2026-01-08T21:31:00.000Z', endedBy: MINE.ownedBy ?? null };

interface At {
  readonly facilityId: FacilityId;
  readonly alarmId: string;
}
const atAlarm = async (
  { organisations }: Deps,
  tx: Tx,
  { facilityId, alarmId }: At,
  caller: PlatformCaller,
): Promise<AtAlarm> => {
  const facility = await organisations.findFacility(tx, facilityId);
  if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
  const where = { facilityId, organisationId: facility.org_id };
  return {
    ...{ facility, alarmId, user: caller.user, by: actorOf(caller) },
    manages: rightsAt(caller, where).includes('facility-manager'),
  };
};
const shown = async ({ alarms }: Deps, tx: Tx, { facilityId, alarmId }: At) => {
  const [view] = await viewsOf(tx, [(await alarms.find(tx, facilityId, alarmId)).alarm]);
  return view ?? AN_ALARM;
};

export const acknowledgeAlarm = platformEndpoint<Deps>()({
  id: 'alarms.acknowledge',
  method: 'POST',
  path: '/api/access-control/:facilityId/alarms/:alarmId/acknowledge',
  tool: { offer: 'Somebody asks for it who is on the way, and it is handed on as easily.' },
  summary: 'Take an alarm',
  description: 'You have it from then on, and nobody else is told. Taking what is yours already changes nothing.',
  gate: facilityReads,
  params,
  success,
  examples: { params: ONE, success: MINE },
  faults: { alarm_unknown, alarm_over, alarm_owned, alarm_person_unknown, alarm_full },
  audit: { event: 'alarm.acknowledge', target: ({ params }) => params.alarmId },
  handle: async (deps, { params }, { tx, caller }) => {
    await deps.alarms.owning.acknowledge(tx, await atAlarm(deps, tx, params, caller));
    return shown(deps, tx, params);
  },
});

export const handOverAlarm = platformEndpoint<Deps>()({
  id: 'alarms.hand-over',
  method: 'POST',
  path: '/api/access-control/:facilityId/alarms/:alarmId/hand-over',
  summary: 'Hand an alarm over',
  description: 'To somebody who works there, who is told. Its owner does so, and who manages the facility.',
  gate: facilityReads,
  params,
  body: z.strictObject({ userId: z.string().min(1).max(64).describe('Whose it is from now on.') }),
  success,
  examples: { params: ONE, body: { userId: 'usr_0123456789abcdef' }, success: MINE },
  faults: { alarm_unknown, alarm_over, alarm_owned, alarm_not_yours, alarm_person_unknown, alarm_full },
  audit: { event: 'alarm.hand-over', target: ({ params }) => params.alarmId },
  handle: async (deps, { params, body }, { tx, caller }) => {
    await deps.alarms.owning.handOver(tx, await atAlarm(deps, tx, params, caller), body.userId);
    return shown(deps, tx, params);
  },
});

export const giveBackAlarm = platformEndpoint<Deps>()({
  id: 'alarms.give-back',
  method: 'POST',
  path: '/api/access-control/:facilityId/alarms/:alarmId/give-back',
  summary: 'Give an alarm back',
  description: 'Nobody has it from then on: the step that was told last is told once more, and the others follow.',
  gate: facilityReads,
  params,
  success,
  examples: { params: ONE, success: AN_ALARM },
  faults: { alarm_unknown, alarm_over, alarm_not_yours, alarm_full },
  audit: { event: 'alarm.give-back', target: ({ params }) => params.alarmId },
  handle: async (deps, { params }, { tx, caller }) => {
    await deps.alarms.owning.giveBack(tx, await atAlarm(deps, tx, params, caller));
    return shown(deps, tx, params);
  },
});

export const noteAlarm = platformEndpoint<Deps>()({
  id: 'alarms.note',
  method: 'POST',
  path: '/api/access-control/:facilityId/alarms/:alarmId/notes',
  tool: { offer: 'It adds a line, and changes none.' },
  summary: 'Write something down about an alarm',
  description: 'For whoever looks at it later. It is told to nobody; name no members.',
  gate: facilityReads,
  params,
  body: z.strictObject({ note: Words.describe('What you saw, or did.') }),
  success,
  examples: { params: ONE, body: { note: 'The latch had not caught. Closed it.' }, success: MINE },
  faults: { alarm_unknown, alarm_over, alarm_full },
  audit: { event: 'alarm.note', target: ({ params }) => params.alarmId },
  handle: async (deps, { params, body }, { tx, caller }) => {
    await deps.alarms.owning.note(tx, await atAlarm(deps, tx, params, caller), body.note);
    return shown(deps, tx, params);
  },
});

export const resolveAlarm = platformEndpoint<Deps>()({
  id: 'alarms.resolve',
  method: 'POST',
  path: '/api/access-control/:facilityId/alarms/:alarmId/resolve',
  summary: 'Say that an alarm is seen to',
  description:
    'It is over. The warning of what has happened is closed with it; one of what is so still stands until that is gone, and tells nobody until it comes again. Its owner does so, who manages the facility, and anybody where nobody has it.',
  gate: facilityReads,
  params,
  body: z.strictObject({ note: Words.optional().describe('What it was, and what you did.') }),
  success,
  examples: { params: ONE, body: { note: 'The latch had not caught. Closed it.' }, success: OVER },
  faults: { alarm_unknown, alarm_over, alarm_not_yours },
  audit: { event: 'alarm.resolve', target: ({ params }) => params.alarmId },
  handle: async (deps, { params, body }, { tx, caller }) => {
    await deps.alarms.owning.resolve(tx, await atAlarm(deps, tx, params, caller), body.note);
    return shown(deps, tx, params);
  },
});
