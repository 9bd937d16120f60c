import { join } from 'node:path';
import { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { openJournalFile } from '../journal/journal-store.ts';
import { createJournal, type JournalDeps, type SqliteJournal } from '../journal/sqlite-journal.ts';
import type { Db } from '../store/database.ts';

export const A_BOX = '11111111-1111-4111-8111-111111111111';
export const AN_EPOCH = '22222222-2222-4222-8222-222222222222';
export const A_BOOT = BootId.parse('33333333-3333-4333-8333-333333333333');

/** A real journal in `dir`, for tests: `db` reaches the file it writes. */
export const journalOnDisk = (
  dir: string,
  clock: Clock,
  options: Pick<JournalDeps, 'keepAcknowledged' | 'reserve' | 'lostMemory'> & { readonly boxId?: string } = {},
): { journal: SqliteJournal; db: () => Db; path: string; setAside: string[] } => {
  const { boxId = A_BOX, ...given } = options;
  const path = join(dir, 'journal.db');
  const setAside: string[] = [];
  let db: Db | undefined;
  const open = () => {
    db = openJournalFile({
      path,
      boxId,
      newEpoch: () => AN_EPOCH,
      nowMs: clock.wallMs(),
      onSetAside: (_keptAs, why) => setAside.push(why),
    });
    return db;
  };
  const journal = createJournal({
    open,
    clock,
    bootId: A_BOOT,
    clockTrusted: () => true,
    timeFloorMs: () => clock.wallMs(),
    ...given,
  });
  return { journal, db: () => db as Db, path, setAside };
};
