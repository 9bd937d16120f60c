import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { createBilledDays } from './billed-days.ts';
import { createDayLogs } from './day-logs.ts';
import { createDayMeters } from './day-meters.ts';
import { createPlatformRates } from './platform-rates.ts';
import { deleteRateBlock, putRateBlock, readRateBlock, resolveRatesOf } from './rate-blocks.endpoints.ts';
import { createRateBlocks } from './rate-blocks.ts';
import {
  createRateTemplate,
  duplicateRateTemplate,
  listRateTemplates,
  updateRateTemplate,
} from './rate-templates.endpoints.ts';
import { createRateTemplates } from './rate-templates.ts';
import { createRateVersions } from './rate-versions.ts';
import { putPlatformRates, readPlatformRates } from './rates.endpoints.ts';
import { ratesFaults } from './rates.faults.ts';
import { billingDayClosed, payerOf } from './rates.ports.ts';
import { whatIfTemplate } from './what-if.endpoints.ts';
import { createWhatIf } from './what-if.ts';

export type { BilledDays } from './billed-days.ts';
export type { DayLine } from './rate-day.ts';
export { exampleOwner, OwnerKeyText } from './rate-shapes.ts';
export { dayAt, monthOf, monthsAfter, startOf } from './utc-days.ts';

export const ratesModule = defineModule('rates', {
  needs: [jobsModule, organisationsModule, ledgerModule],
  owns: {
    rate_version: 'never',
    rate_template: 'never',
    rate_block: 'never',
    billing_log: 'never',
    billing_rollup: 'never',
  },
  faults: ratesFaults,
  asks: { payerOf },
  emits: { billingDayClosed },
  create: ({ collected, ...deps }) => {
    const rateVersions = createRateVersions(deps);
    const rateBlocks = createRateBlocks({ ...deps, rateVersions });
    const dayMeters = createDayMeters(collected);
    return {
      platformRates: createPlatformRates({ rateVersions }),
      rateTemplates: createRateTemplates({ ...deps, rateVersions }),
      rateBlocks,
      dayMeters,
      billedDays: createBilledDays(deps),
      dayLogs: createDayLogs({ ...deps, rateBlocks, dayMeters }),
      whatIfRates: createWhatIf({ ...deps, rateBlocks }),
    };
  },
})({
  endpoints: [
    readPlatformRates,
    putPlatformRates,
    listRateTemplates,
    createRateTemplate,
    updateRateTemplate,
    duplicateRateTemplate,
    whatIfTemplate,
    readRateBlock,
    putRateBlock,
    deleteRateBlock,
    resolveRatesOf,
  ],
  // Asked again every hour: what could not be done on its day is done as if it had been.
  jobs: ({ dayLogs, guardedFromClockJumps }) => [
    onSchedule('rates.open-days', '0 * * * *', guardedFromClockJumps('rates.open-days', dayLogs.openDue)),
    onSchedule('rates.close-days', '20 * * * *', guardedFromClockJumps('rates.close-days', dayLogs.closeDue)),
  ],
});
