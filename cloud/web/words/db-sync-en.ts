import type { SyncRun, SyncTable } from '../client/platform-api.gen.ts';
import { counted } from './counting.ts';

/** The words of copying to staging. */
export const syncWords = {
  title: 'Copying to staging',
  more: 'Tables of production, with masks in place of whatever is about somebody. Only a staging takes them.',
  looking: 'the tables',
  lookingAtRun: 'the copying',
  choose: 'Tables to copy',
  needs: (names: readonly string[]): string => `needs ${names.join(', ')}`,
  tables: 'What may be copied',
  columns: ['Table', 'How', 'Rows at production', 'Last copied'],
  policies: { copy: 'as it is', mask: 'masked', never: 'never' } satisfies Record<SyncTable['policy'], string>,
  masked: (columns: readonly string[]): string => `masked: ${columns.join(', ')}`,
  unknown: 'not known',
  notYet: 'not yet',
  never: (count: number): string => `${counted(count, 'table is', 'tables are')} never copied`,
  count: 'Count what would change',
  copy: (count: number): string => `Copy ${counted(count, 'table', 'tables')} from production`,
  copyMore:
    'What is here is replaced, all of it at once or not at all. Rows that production does not have go, but for what something here still refers to.',
  nothingChosen: 'Choose at least one table.',
  run: (dryRun: boolean): string => (dryRun ? 'What would change' : 'Copying from production'),
  states: {
    queued: 'It begins in a moment',
    running: 'It is under way',
    done: 'Done',
    failed: 'Failed. Nothing was changed',
  } satisfies Record<SyncRun['state'], string>,
  by: (who: string, when: string): string => `Ordered by ${who}, ${when}`,
  read: (done: number, of: number): string => `${done} of ${counted(of, 'table', 'tables')} read`,
  counts: 'What came of each table',
  counted: ['Table', 'Rows at production', 'New', 'Changed', 'Gone there', 'Removed here'],
  log: 'Log',
  begun: 'It is begun.',
} as const;
