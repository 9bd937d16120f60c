import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Log } from '../log.ts';
import { openJournalFile } from './journal-store.ts';
import { createJournal, type SqliteJournal } from './sqlite-journal.ts';

/** Opens the box's journal in its data folder. */
export const openJournal = (deps: {
  readonly dataDir: string;
  readonly boxId: BoxId;
  readonly bootId: BootId;
  readonly clock: Clock;
  readonly log: Log;
  readonly clockTrusted: () => boolean;
  readonly timeFloorMs: () => number;
}): { readonly journal: SqliteJournal; readonly path: string } => {
  const { clock, log, boxId, bootId, clockTrusted, timeFloorMs } = deps;
  const path = join(deps.dataDir, 'journal.db');
  const open = () =>
    openJournalFile({
      path,
      boxId,
      newEpoch: randomUUID,
      nowMs: clock.wallMs(),
      onSetAside: (keptAs, why) => log.error({ keptAs, why }, 'The journal was set aside and a new one begun.'),
    });
  return { path, journal: createJournal({ open, clock, bootId, clockTrusted, timeFloorMs }) };
};

/** How the run before this one ended, by the journal's newest fact. */
export const lastRunEnded = (journal: Pick<SqliteJournal, 'latest'>): 'first' | 'clean' | 'unclean' => {
  const [newest] = journal.latest(1);
  if (newest === undefined) return 'first';
  return newest.body.kind === 'agent.stopping' ? 'clean' : 'unclean';
};
