import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { pushCheckIns } from './check-ins.endpoints.ts';
import { createCheckInsService } from './check-ins.service.ts';

export const checkInsModule = defineModule('check-ins', {
  needs: [partnersModule],
  owns: {
    check_in: copy('partner_id facility_id occurred_at check_in_type source stored_at', {
      mask: { record_key: 'id', check_in_id: 'id', member_id: 'id', class_id: 'id' },
    }),
  },
  create: ({ db, clock, ingest, partners }) => ({ checkIns: createCheckInsService({ db, clock, ingest, partners }) }),
})({
  endpoints: [pushCheckIns],
  personalData: ({ checkIns }) => [checkIns.personalDataStore],
});
