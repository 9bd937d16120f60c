import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { z } from 'zod';
import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { type JobKind, jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { liveChanged } from '../../platform/live/live.ports.ts';
import { mailModule } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { pushesModule } from '../../platform/pushes/pushes.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { sessionsModule } from '../../platform/sessions/sessions.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { rightTaken, userRemoved } from '../../platform/users/users.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { warningAcknowledged, warningChanged } from '../../sites/warnings/warnings.ports.ts';
import type { WarningKind } from '../../sites/warnings/warnings.service.ts';
import { createAlarmKinds } from './alarm-kinds.ts';
import { ALARM_HANDED_OVER, ALARM_RAISED } from './alarm-mail.ts';
import { deleteAlarmPlan, listAlarmPeople, putAlarmPlan, readAlarmPlan } from './alarm-plan.endpoints.ts';
import { deleteAlarmPush, listAlarmPushes, putAlarmPush } from './alarm-pushes.endpoints.ts';
import { listAlarmKinds, listAlarms, listAlarmsAnywhere, readAlarm } from './alarms.endpoints.ts';
import { alarmsFaults } from './alarms.faults.ts';
import { type AlarmsService, createAlarmsService } from './alarms.service.ts';
import { alarmsTopic } from './alarms.topic.ts';
import { FOLLOW, TELL } from './follow.ts';
import { acknowledgeAlarm, giveBackAlarm, handOverAlarm, noteAlarm, resolveAlarm } from './owning.endpoints.ts';

/** Whoever takes over from a process that died does so within this time. */
const OWN_PLACES = { lease: Seconds(15), atOnce: 2 } as const;

type Subject = Parameters<AlarmsService['follow']>[0];
const followJob = (alarms: Pick<AlarmsService, 'follow'>): JobKind<Subject> => ({
  ...OWN_PLACES,
  name: FOLLOW,
  payload: z.strictObject({
    kind: z.custom<WarningKind>((kind) => typeof kind === 'string'),
    facilityId: FacilityId,
    subject: z.string().max(400),
  }),
  run: (subject) => alarms.follow(subject),
});
const tellJob = (alarms: Pick<AlarmsService, 'run'>): JobKind<{ facilityId: FacilityId }> => ({
  ...OWN_PLACES,
  name: TELL,
  payload: z.strictObject({ facilityId: FacilityId }),
  run: ({ facilityId }) => alarms.run(facilityId),
});

export const alarmsModule = defineModule('alarms', {
  needs: [
    usersModule,
    organisationsModule,
    sessionsModule,
    jobsModule,
    mailModule,
    pushesModule,
    warningsModule,
    doorsModule,
  ],
  owns: {
    alarm: 'never',
    alarm_entry: 'never',
    alarm_plan: 'never',
    alarm_push: 'never',
    alarm_turn: 'never',
  },
  faults: alarmsFaults,
  asks: { liveChanged },
  create: ({ collected, liveChanged, ...deps }) => ({
    alarms: createAlarmsService({
      ...deps,
      zones: bundledZones(),
      kinds: createAlarmKinds(collected),
      changed: (tx, facilityId) => liveChanged(tx, 'alarms', facilityId),
    }),
  }),
})({
  mails: () => [ALARM_RAISED, ALARM_HANDED_OVER],
  endpoints: [
    listAlarms,
    readAlarm,
    acknowledgeAlarm,
    handOverAlarm,
    giveBackAlarm,
    noteAlarm,
    resolveAlarm,
    listAlarmsAnywhere,
    listAlarmKinds,
    readAlarmPlan,
    putAlarmPlan,
    deleteAlarmPlan,
    listAlarmPeople,
    listAlarmPushes,
    putAlarmPush,
    deleteAlarmPush,
  ],
  topics: (deps) => [serveTopic(alarmsTopic, deps)],
  on: ({ alarms }) => [
    hear(warningChanged, alarms.warned),
    hear(warningAcknowledged, alarms.owning.warningAcknowledged),
    hear(rightTaken, alarms.rightTaken),
    hear(userRemoved, alarms.rightTaken),
    hear(userRemoved, alarms.userRemoved),
  ],
  jobs: ({ alarms }) => [followJob(alarms), tellJob(alarms), onSchedule('alarms.look', '* * * * *', alarms.look)],
  retention: ({ alarms }) => [
    retentionPolicy(
      'alarm',
      'alarms that are over, with who was told and who had them',
      [30, YEAR, 10 * YEAR],
      alarms.forgetEndedBefore,
    ),
  ],
});
