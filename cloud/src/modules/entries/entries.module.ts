import type { Module } from '../../http/module.ts';

export type { EntriesService } from './entries.service.ts';
export { createEntriesService } from './entries.service.ts';
export { panelGuesses } from './panel-guesses.ts';

export const entriesModule = (): Module => ({
  name: 'entries',
  owns: ['local_entry'],
  faults: {},
  endpoints: [],
});
