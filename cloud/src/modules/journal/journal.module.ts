import type { Module } from '../../http/module.ts';

export type { JournalService } from './journal.service.ts';
export { createJournalService } from './journal.service.ts';
export { lastHeard } from './last-heard.ts';
export { storeLosses } from './store-losses.ts';
export { createWhatStands } from './what-stands.ts';

export const journalModule = (): Module => ({
  name: 'journal',
  owns: ['box_epoch', 'box_fact', 'box_fact_missing'],
  faults: {},
  endpoints: [],
});
