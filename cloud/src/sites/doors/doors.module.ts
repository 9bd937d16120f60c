import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { linkModule } from '../../link/link.module.ts';
import { factStored } from '../../link/link.ports.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { doorsHashOf, doorsOfBox } from '../boxes/boxes.ports.ts';
import { warningsModule } from '../warnings/warnings.module.ts';
import { getDesiredState } from './desired-state.endpoints.ts';
import { DOOR_ALARMS } from './door-alarms.ts';
import { meterDoors } from './door-meter.repo.ts';
import { doorCommands } from './doors.control.ts';
import { listDoors, readDoor } from './doors.endpoints.ts';
import { doorsFaults } from './doors.faults.ts';
import { doorGiven, doorsChanged, lastHeard, standingOverrides } from './doors.ports.ts';
import { createDoorsService } from './doors.service.ts';
import { listOverrides, readOverride, setMaintenance } from './overrides.platform.endpoints.ts';

/** Lockdowns that nobody takes are told of soon after the ten seconds that boxes have. */
const LOOK_AT_LOCKDOWNS_EVERY = Seconds(2);

export { DoorView, doorView } from './door-document.ts';
export {
  A_STANDING,
  DoorStanding,
  ifSeen,
  refuseUnseen,
  SEEN_CHANGED,
  seenChangedBody,
  seenOf,
  standingOf,
} from './door-seen.ts';
export type { DoorSetting, NewDoor } from './door-settings.ts';
export { BEACON_SECONDS, type Door, isHeard } from './door-view.ts';
export type { DoorsService } from './doors.service.ts';
export { OVERRIDE_STATES, OverrideView, shownState, viewOfOverride } from './override-view.ts';

export const doorsModule = defineModule('doors', {
  needs: [linkModule, boxesModule, organisationsModule, warningsModule, partnersModule],
  owns: {
    door: 'never',
    door_driver: 'never',
    door_number: 'never',
    door_wish: 'never',
  },
  faults: doorsFaults,
  asks: { lastHeard, standingOverrides },
  emits: { doorsChanged, doorGiven },
  create: ({ db, clock, random, boxes, organisations, commandKeys, commandKey, warnings, ...deps }) => {
    const lockdowns = { standingOverrides: deps.standingOverrides, doorGiven: deps.doorGiven };
    return {
      doors: createDoorsService({
        db,
        clock,
        random,
        boxes,
        organisations,
        commandKeys,
        commandKey,
        warnings,
        accessChanged: deps.doorsChanged,
        lockdowns: () => lockdowns,
        lastHeard: deps.lastHeard,
      }),
    };
  },
})({
  endpoints: [listDoors, readDoor, setMaintenance, listOverrides, readOverride, getDesiredState],
  answers: ({ doors }) => [answer(doorsOfBox, doors.countOf), answer(doorsHashOf, doors.doorsHash)],
  on: ({ doors }) => [hear(factStored, doors.factStored), hear(factStored, doors.alarmTold)],
  alarms: () => DOOR_ALARMS,
  jobs: ({ doors }) => [onSchedule('doors.close-alarms', '* * * * *', doors.closeWhatIsOver)],
  start: async ({ clock, log, doors }) =>
    repeatedly(
      { clock, log },
      LOOK_AT_LOCKDOWNS_EVERY,
      doors.warnOfUntaken,
      'lockdowns that nobody took were not looked for',
    ),
  retention: ({ doors }) => [
    retentionPolicy(
      'door_wish',
      'maintenance and lockdown overrides that staff made for doors',
      [30, 90, 10 * YEAR],
      doors.forgetOverridesBefore,
    ),
  ],
  operator: doorCommands,
  meters: () => ({ pricePerDoorDay: meterDoors }),
});
