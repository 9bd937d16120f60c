import { defineModule } from '../../kit/modules/module.ts';
import { eventsModule } from '../../partner/events/events.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { warningCommands } from './warnings.control.ts';
import { warningsFaults } from './warnings.faults.ts';
import { acknowledgeWarning, closeWarning, listWarnings, readWarning } from './warnings.platform.endpoints.ts';
import { warningAcknowledged, warningChanged } from './warnings.ports.ts';
import { createWarningsService } from './warnings.service.ts';

export type { WarningsService } from './warnings.service.ts';

export const warningsModule = defineModule('warnings', {
  needs: [eventsModule],
  owns: ['warning'],
  faults: warningsFaults,
  emits: { warningChanged, warningAcknowledged },
  create: ({ db, clock, random, events, warningChanged, warningAcknowledged }) => ({
    warnings: createWarningsService({
      ...{ db, clock, random, events },
      tellOperators: warningChanged,
      acknowledged: warningAcknowledged,
    }),
  }),
})({
  endpoints: [listWarnings, readWarning, acknowledgeWarning, closeWarning],
  retention: ({ warnings }) => [
    retentionPolicy('warning', 'warnings whose cause is gone', [30, YEAR, 10 * YEAR], warnings.forgetClosedBefore),
  ],
  operator: warningCommands,
});
