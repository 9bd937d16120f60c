import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { pushReports } from './reports.endpoints.ts';
import { createReportsService } from './reports.service.ts';

export const reportsModule = defineModule('reports', {
  needs: [partnersModule],
  owns: {
    report_snapshot: 'never',
  },
  create: ({ db, clock, ingest, partners }) => ({ reports: createReportsService({ db, clock, ingest, partners }) }),
})({
  endpoints: [pushReports],
});
