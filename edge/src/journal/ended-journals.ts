import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Log } from '../log.ts';
import { openDatabase, SqliteDamage } from '../store/database.ts';
import { lossOf } from '../store/first-start.ts';
import type { FactsSource } from './facts-upload.ts';
import { factsAfter, MIGRATIONS, readChain } from './journal-store.ts';

/** The name of a journal that nobody writes any more, and that may hold facts the cloud does not have. */
export const endedJournalName = (epoch: string): string => `journal-${epoch}.ended.db`;
const ENDED = /^journal-[0-9a-f-]{36}\.ended\.db$/;

export interface EndedJournal extends FactsSource {
  close(): void;
}

/** Opens the ended journals of a data folder. Each is removed once the cloud has stored all of it. */
export const openEndedJournals = (dataDir: string, boxId: BoxId, log: Log): readonly EndedJournal[] =>
  readdirSync(dataDir)
    .filter((name) => ENDED.test(name))
    .flatMap((name) => {
      try {
        return openEnded(join(dataDir, name), boxId, log) ?? [];
      } catch (error) {
        log.error({ err: error, name }, 'An ended journal cannot be read. It is left as it is.');
        return [];
      }
    });

const openEnded = (path: string, boxId: BoxId, log: Log): EndedJournal | undefined => {
  const loss = lossOf(path, false);
  if (loss !== undefined) throw new SqliteDamage(loss);
  const db = openDatabase(path, MIGRATIONS);
  const chain = readChain(db);
  if (chain === undefined || chain.box_id !== boxId) {
    db.close();
    log.warn({ path }, 'An ended journal is of another box. It is left as it is.');
    return undefined;
  }
  const { epoch, last_seq: lastSeq } = chain;
  let { acknowledged } = chain;
  const note = db.prepare('UPDATE chain SET acknowledged = ?');
  const read = factsAfter(db);
  const close = () => {
    if (!db.open) return;
    db.close();
  };
  const removeWhenDone = () => {
    if (acknowledged < lastSeq || !db.open) return;
    close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    log.info({ epoch, lastSeq }, 'The cloud has stored all of an ended journal.');
  };
  removeWhenDone();
  if (!db.open) return undefined;
  return {
    standing: () => ({ epoch, lastSeq, acknowledged }),
    after: (seq, limit) => {
      try {
        return db.open ? read(seq, limit) : [];
      } catch (error) {
        log.error({ err: error, epoch }, 'An ended journal cannot be read now.');
        return [];
      }
    },
    acknowledge: (through) => {
      if (through > lastSeq) return false;
      acknowledged = Math.max(acknowledged, through);
      try {
        if (db.open) note.run(acknowledged);
        removeWhenDone();
      } catch (error) {
        // A full disk must not end the agent: after the next start it sends again what the cloud already has.
        log.error({ err: error, epoch }, 'What the cloud has of an ended journal could not be noted.');
      }
      return true;
    },
    onRecorded: () => () => undefined,
    close,
  };
};
