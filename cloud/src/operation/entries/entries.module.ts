import { accessModule } from '../../access/access/access.module.ts';
import { offlinePassesModule } from '../../access/offline-passes/offline-passes.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { snapshotsModule } from '../../access/snapshots/snapshots.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { factStored } from '../../link/link.ports.ts';
import { eventsModule } from '../../partner/events/events.module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { createEntriesService } from './entries.service.ts';
import { PANEL_ALARMS, panelGuesses } from './panel-guesses.ts';

export type { EntriesService } from './entries.service.ts';
export { panelGuesses } from './panel-guesses.ts';

export const entriesModule = defineModule('entries', {
  needs: [accessModule, offlinePassesModule, scopesModule, snapshotsModule, eventsModule, warningsModule],
  owns: {
    local_entry: 'never',
  },
  create: ({ clock, access, offlinePasses, scopes, snapshots, events, warnings }) => ({
    entries: createEntriesService({ clock, access, offlinePasses, scopes, snapshots, events, warnings }),
  }),
})({
  on: ({ entries, warnings }) => [
    hear(factStored, entries.factStored, { before: ['webhooks'] }),
    hear(factStored, panelGuesses({ warnings })),
  ],
  alarms: () => PANEL_ALARMS,
  retention: ({ entries }) => [
    retentionPolicy(
      'local_entry',
      'entries and denials that boxes decided, as members’ partners are told of them',
      [60, 60, 10 * YEAR],
      entries.forgetBefore,
    ),
  ],
  personalData: ({ entries }) => [
    {
      name: 'local_entry',
      read: async () => [],
      erase: async (tx, ref) => {
        await entries.forgetMember(tx, ref);
        return 0;
      },
    },
  ],
});
