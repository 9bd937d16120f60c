import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { pushCheckIns } from './check-ins.endpoints.ts';
import { createCheckInsService } from './check-ins.service.ts';

export const checkInsModule = defineModule('check-ins', {
  needs: [partnersModule],
  owns: ['check_in'],
  create: ({ db, clock, ingest, partners }) => ({ checkIns: createCheckInsService({ db, clock, ingest, partners }) }),
})({
  endpoints: [pushCheckIns],
  personalData: ({ checkIns }) => [checkIns.personalDataStore],
});
