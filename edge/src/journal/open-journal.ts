import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BootId, BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Log } from '../log.ts';
import { openJournalFile } from './journal-store.ts';
import { lostMemory } from './lost-facts.ts';
import { NO_RESERVE, type Reserve } from './reserve.ts';
import { createJournal, type SqliteJournal } from './sqlite-journal.ts';

/**
 * 4 GiB in pages of 4 KiB: some eight million facts. Nothing that the cloud does not have is ever dropped while there is
 * room; a journal that has grown this far counts as a full disk.
 */
const PAGES_MAX = 1_048_576;

/** Opens the box's journal in its data folder. */
export const openJournal = (deps: {
  readonly dataDir: string;
  /** Whether there was nothing yet in the folder. */
  readonly isFirst?: boolean;
  readonly boxId: BoxId;
  readonly bootId: BootId;
  readonly clock: Clock;
  readonly log: Log;
  readonly clockTrusted: () => boolean;
  readonly timeFloorMs: () => number;
  readonly reserve?: Reserve;
}): {
  readonly journal: SqliteJournal;
  readonly path: string;
  /** Why the journal that was there was set aside and this one begun, if it was. */
  readonly rebuilt: string | undefined;
} => {
  const { clock, log, boxId, bootId, clockTrusted, timeFloorMs, reserve = NO_RESERVE } = deps;
  const path = join(deps.dataDir, 'journal.db');
  let { isFirst } = deps;
  let rebuilt: string | undefined;
  const open = () => {
    const db = openJournalFile({
      path,
      boxId,
      newEpoch: randomUUID,
      nowMs: clock.wallMs(),
      ...(isFirst !== undefined && { isFirst }),
      onSetAside: (keptAs, why) => {
        rebuilt = why;
        log.error({ keptAs, why }, 'The journal was set aside and a new one begun.');
      },
    });
    isFirst = false;
    db.pragma(`max_page_count = ${PAGES_MAX}`);
    return db;
  };
  const memory = lostMemory(join(deps.dataDir, 'journal.lost'), log);
  const onUnreadable = (error: unknown) => log.error({ err: error }, 'Facts cannot be read from the journal now.');
  const kept = { reserve, lostMemory: memory, onUnreadable };
  const journal = createJournal({ open, clock, bootId, clockTrusted, timeFloorMs, ...kept });
  return { path, journal, rebuilt };
};

/** How the run before this one ended, by the journal's newest fact. */
export const lastRunEnded = (journal: Pick<SqliteJournal, 'latest'>): 'first' | 'clean' | 'unclean' => {
  const [newest] = journal.latest(1);
  if (newest === undefined) return 'first';
  return newest.body.kind === 'agent.stopping' ? 'clean' : 'unclean';
};
