import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { repeatedly } from '../../kit/modules/repeatedly.ts';
import { linkModule } from '../../link/link.module.ts';
import { beaconArrived, factStored, storeFacts } from '../../link/link.ports.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { journalStored } from '../boxes/boxes.ports.ts';
import { doorsModule } from '../doors/doors.module.ts';
import { lastHeard as lastHeardAtDoors } from '../doors/doors.ports.ts';
import { warningsModule } from '../warnings/warnings.module.ts';
import { readBoxJournal } from './box-journal.endpoints.ts';
import { journalCommands } from './journal.control.ts';
import { mayEndDoubt } from './journal.ports.ts';
import { createJournalService } from './journal.service.ts';
import { lastHeard } from './last-heard.ts';
import { storeLosses } from './store-losses.ts';
import { postWhatStands } from './what-stands.endpoints.ts';
import { createWhatStands } from './what-stands.ts';

const SWEEP_EVERY = Seconds(10);

export type { JournalService } from './journal.service.ts';
export { lastHeard } from './last-heard.ts';
export { storeLosses } from './store-losses.ts';

export const journalModule = defineModule('journal', {
  needs: [linkModule, boxesModule, doorsModule, warningsModule],
  owns: {
    box_epoch: 'never',
    box_fact: 'never',
    box_fact_missing: 'never',
  },
  asks: { mayEndDoubt },
  emits: { factStored },
  create: ({ db, clock, boxes, warnings, doors, linkCalls, commandKey, mayEndDoubt, factStored }) => {
    const warnOfLosses = storeLosses({ warnings });
    const journal = createJournalService({
      db,
      clock,
      boxes,
      warnings,
      doorsEverOf: doors.everOf,
      told: async (...fact) => {
        await factStored(...fact);
        await warnOfLosses(...fact);
      },
      askFor: linkCalls.askFor,
    });
    const whatStands = createWhatStands({ db, journal, desiredState: doors.desiredState, mayEndDoubt, commandKey });
    return { journal, whatStands };
  },
})({
  endpoints: [postWhatStands, readBoxJournal],
  answers: ({ journal }) => [
    answer(journalStored, journal.isStored),
    answer(lastHeardAtDoors, lastHeard),
    answer(storeFacts, journal.storeFacts),
  ],
  on: ({ journal }) => [
    hear(beaconArrived, (boxId, beacon) => journal.heard(boxId, beacon.journal), { before: ['boxes'] }),
  ],
  start: async ({ clock, log, journal }) =>
    repeatedly({ clock, log }, SWEEP_EVERY, journal.sweep, 'missing facts were not looked after'),
  // Longer than a box is cut off and still tells of what it decided meanwhile.
  retention: ({ journal }) => [
    retentionPolicy(
      'box_fact',
      'the journals of boxes: what happened at doors',
      [90, 2 * YEAR, 10 * YEAR],
      journal.forgetBefore,
    ),
  ],
  operator: journalCommands,
});
