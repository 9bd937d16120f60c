import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { journalModule } from '../../sites/journal/journal.module.ts';
import { doorStateCommands } from './door-states.control.ts';
import { listDoorStates, readDoorHistory, readDoorState } from './door-states.platform.endpoints.ts';

export { A_STATE as A_DOOR_STATE, DoorState, view as doorStateOf } from './door-state-view.ts';

export const doorStatesModule = defineModule('door-states', {
  needs: [doorsModule, snapshotsModule, journalModule],
})({
  endpoints: [listDoorStates, readDoorState, readDoorHistory],
  operator: doorStateCommands,
});
