import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { beaconArrived, boxGone, factStored } from '../../link/link.ports.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { liveChanged } from '../../platform/live/live.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { doorsChanged } from '../../sites/doors/doors.ports.ts';
import { doorStatesModule } from '../door-states/door-states.module.ts';
import { createChangedDoors } from './changed-doors.ts';
import { facilityTopic, organisationTopic } from './live-doors.topics.ts';

export const liveDoorsModule = defineModule('live-doors', {
  needs: [organisationsModule, liveModule, boxesModule, doorsModule, snapshotsModule, doorStatesModule],
  asks: { liveChanged },
  create: ({ db, boxes, liveChanged }) => ({
    changedDoors: createChangedDoors({ db, boxes, changed: liveChanged }),
  }),
})({
  topics: (deps) => [serveTopic(facilityTopic, deps), serveTopic(organisationTopic, deps)],
  on: ({ changedDoors }) => [
    hear(beaconArrived, changedDoors.beaconArrived),
    hear(boxGone, changedDoors.boxGone),
    hear(factStored, (tx, _boxId, facilityId) => changedDoors.changedAt(tx, facilityId)),
    hear(doorsChanged, (tx, facilityId) => changedDoors.changedAt(tx, facilityId)),
  ],
});
