import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { ratesModule } from '../rates/rates.module.ts';
import { createCloseMonths } from './close-months.ts';
import { explainLine, listMonthlyRecords } from './monthly-records.endpoints.ts';
import { monthlyRecordsFaults } from './monthly-records.faults.ts';
import { billingMonthClosed, recordTerms } from './monthly-records.ports.ts';
import { createMonthlyRecords } from './monthly-records.service.ts';

export type { MonthlyRecords, RecordToInvoice, RecordToSettle } from './monthly-records.service.ts';

export const monthlyRecordsModule = defineModule('monthly-records', {
  needs: [jobsModule, organisationsModule, ledgerModule, ratesModule],
  owns: { monthly_record: 'never', monthly_close: 'never' },
  faults: monthlyRecordsFaults,
  asks: { recordTerms },
  emits: { billingMonthClosed },
  create: (deps) => ({ monthlyRecords: createMonthlyRecords(deps), closeMonths: createCloseMonths(deps) }),
})({
  endpoints: [listMonthlyRecords, explainLine],
  // Asked every hour from the 1st, 02:00 on: what could not be closed then is closed as soon as it can be.
  jobs: ({ closeMonths, guardedFromClockJumps }) => [
    onSchedule(
      'monthly-records.close',
      '0 * * * *',
      guardedFromClockJumps('monthly-records.close', closeMonths.closeWithDays),
    ),
  ],
});
