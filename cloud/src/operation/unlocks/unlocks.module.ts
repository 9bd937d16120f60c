import { inBlocks } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { linkModule } from '../../link/link.module.ts';
import { factStored } from '../../link/link.ports.ts';
import { eventsModule } from '../../partner/events/events.module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { walkTestsModule } from '../../sites/walk-tests/walk-tests.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { lockdownsModule } from '../lockdowns/lockdowns.module.ts';
import { webhooksModule } from '../webhooks/webhooks.module.ts';
import { UNLOCK_ALARMS } from './unlock-news.ts';
import { unlockDoor } from './unlocks.endpoints.ts';
import { unlocksFaults } from './unlocks.faults.ts';
import { unlockForStaff } from './unlocks.platform.endpoints.ts';
import { dryRunFailure } from './unlocks.ports.ts';
import { createUnlocksService } from './unlocks.service.ts';

/** Attempts that a dead process left behind are ended within this time of their deadline. */
const SWEEP_EVERY = Seconds(10);
const NOT_ENDED = 'overdue unlocks were not ended';

export type { UnlocksService } from './unlocks.service.ts';

export const unlocksModule = defineModule('unlocks', {
  needs: [
    lockdownsModule,
    linkModule,
    doorsModule,
    walkTestsModule,
    partnersModule,
    warningsModule,
    eventsModule,
    webhooksModule,
  ],
  owns: {
    unlock_attempt: 'never',
    unlock_key: 'never',
    unlock_metadata: 'never',
  },
  faults: unlocksFaults,
  asks: { dryRunFailure },
  create: ({ db, clock, random, link, doors, partners, warnings, events, webhooks, dryRunFailure, log }) => ({
    unlocks: createUnlocksService({
      db,
      clock,
      random: inBlocks(random),
      link,
      doors,
      partners,
      warnings,
      events,
      webhooks,
      dryRunFailure,
      log,
    }),
  }),
})({
  endpoints: [unlockDoor, unlockForStaff],
  // What became of commands comes first.
  on: ({ unlocks }) => [
    hear(factStored, unlocks.factStored, { before: ['doors', 'journal', 'lockdowns', 'webhooks', 'entries'] }),
  ],
  alarms: () => UNLOCK_ALARMS,
  start: async ({ clock, log, unlocks }) => {
    const sweep = { clock, log };
    await unlocks.sweep().catch((error: unknown) => log.error({ err: error }, NOT_ENDED));
    return repeatedly(sweep, SWEEP_EVERY, unlocks.sweep, NOT_ENDED);
  },
  retention: ({ unlocks }) => [
    // A box that was cut off may confirm an unlock that late.
    retentionPolicy(
      'unlock_attempt',
      'unlocks, with who asked and what came of it',
      [60, YEAR, 10 * YEAR],
      unlocks.forgetBefore,
    ),
    retentionPolicy(
      'unlock_metadata',
      'what partners sent along with an unlock and is too long for its record',
      [7, 90, 10 * YEAR],
      unlocks.forgetMetadataBefore,
    ),
  ],
  personalData: ({ unlocks }) => [unlocks.personalDataStore, unlocks.metadataStore],
});
