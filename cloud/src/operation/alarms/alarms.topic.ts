import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { AlarmView, AN_ALARM, viewsOf } from './alarm-view.ts';
import type { AlarmsService } from './alarms.service.ts';

export const alarmsTopic = platformTopic<{ readonly alarms: Pick<AlarmsService, 'openAt'> }>()({
  topic: 'alarms',
  summary: 'Watch the alarms of a facility',
  description: 'Every alarm that is not over, as it stands; then each that became different, or is over.',
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: AlarmView,
  example: AN_ALARM,
  graph: { field: 'alarms', own: 'alarms' },
  entryId: 'alarmId',
  now: async ({ alarms }, tx, key) => ({
    entries: await viewsOf(tx, await alarms.openAt(tx, uncheckedId<FacilityId>(key))),
  }),
});
