import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { lockdownsModule } from '../lockdowns/lockdowns.module.ts';
import { listBlockedDoors } from './blocked-doors.endpoints.ts';
import { listFacilities, readFacility } from './facilities.endpoints.ts';
import { createFacilitiesService } from './facilities.service.ts';

export const facilitiesModule = defineModule('facilities', {
  needs: [organisationsModule, doorsModule, boxesModule, warningsModule, lockdownsModule],
  create: ({ clock, organisations, doors, boxes, warnings, lockdowns }) => ({
    facilities: createFacilitiesService({ clock, organisations, doors, boxes, warnings, lockdowns }),
  }),
})({
  endpoints: [listFacilities, readFacility, listBlockedDoors],
});
