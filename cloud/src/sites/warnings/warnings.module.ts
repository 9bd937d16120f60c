import { serveTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { eventsModule } from '../../partner/events/events.module.ts';
import { liveChanged } from '../../platform/live/live.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { warningCommands } from './warnings.control.ts';
import { warningsFaults } from './warnings.faults.ts';
import { acknowledgeWarning, closeWarning, listWarnings, readWarning } from './warnings.platform.endpoints.ts';
import { warningAcknowledged, warningChanged } from './warnings.ports.ts';
import { createWarningsService } from './warnings.service.ts';
import { warningsTopic } from './warnings.topic.ts';

export type { WarningsService } from './warnings.service.ts';

export const warningsModule = defineModule('warnings', {
  needs: [eventsModule],
  owns: {
    warning: 'never',
  },
  faults: warningsFaults,
  asks: { liveChanged },
  emits: { warningChanged, warningAcknowledged },
  create: ({ db, clock, random, events, warningChanged, warningAcknowledged, liveChanged }) => ({
    warnings: createWarningsService({
      ...{ db, clock, random, events },
      tellOperators: (tx, change) => {
        liveChanged(tx, 'warnings', change.facilityId);
        return warningChanged(tx, change);
      },
      acknowledged: (tx, warning, by) => {
        liveChanged(tx, 'warnings', warning.facilityId);
        return warningAcknowledged(tx, warning, by);
      },
    }),
  }),
})({
  endpoints: [listWarnings, readWarning, acknowledgeWarning, closeWarning],
  topics: (deps) => [serveTopic(warningsTopic, deps)],
  retention: ({ warnings }) => [
    retentionPolicy('warning', 'warnings whose cause is gone', [30, YEAR, 10 * YEAR], warnings.forgetClosedBefore),
  ],
  operator: warningCommands,
});
