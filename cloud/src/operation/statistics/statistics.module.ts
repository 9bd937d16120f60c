import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { retentionModule } from '../../platform/retention/retention.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { eventSearchModule } from '../event-search/event-search.module.ts';
import { unlocksModule } from '../unlocks/unlocks.module.ts';
import { webhooksModule } from '../webhooks/webhooks.module.ts';
import { readStatistics } from './statistics.endpoints.ts';
import { createStatisticsService } from './statistics.service.ts';

export const statisticsModule = defineModule('statistics', {
  needs: [
    organisationsModule,
    retentionModule,
    boxesModule,
    doorsModule,
    webhooksModule,
    unlocksModule,
    eventSearchModule,
  ],
  create: (deps) => ({ statistics: createStatisticsService({ ...deps, zones: bundledZones() }) }),
})({
  endpoints: [readStatistics],
});
