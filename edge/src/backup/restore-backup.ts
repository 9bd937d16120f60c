import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { endedJournalName } from '../journal/ended-journals.ts';
import { openJournalFile } from '../journal/journal-store.ts';
import { verifyJournalFile } from '../journal/verify-journal.ts';
import { setAside } from '../store/database.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { sealOld } from '../store/kept-rows.ts';
import { BackupError, type BackupManifest } from './backup-manifest.ts';
import { type OpenBackup, withBackup } from './open-backup.ts';

export interface Restored {
  readonly manifest: BackupManifest;
  /** `kept`: the box's own journal is whole and goes further. `ended`: the box begins a new epoch beside the old one. */
  readonly journal: 'kept' | 'ended';
  /** What was there before, under its new name. Nothing is deleted. */
  readonly setAside: readonly string[];
}

/**
 * Puts a box's state back. A journal from a backup is never written on: numbers given out since would be given out
 * twice. Its epoch ends, what the cloud does not have of it is still sent, and the box begins a new one.
 * Throws `FolderInUse` while an agent runs, and a `BackupError` for a backup that is damaged or of another box.
 */
export const restoreBackup = async (from: {
  readonly file: string;
  readonly dataDir: string;
  readonly nowMs: number;
}): Promise<Restored> => {
  const { file, dataDir, nowMs } = from;
  const lock = lockFolder(dataDir);
  try {
    return await withBackup(file, dataDir, (backup) => {
      if (!backup.journal.ok)
        throw new BackupError(
          `The journal in ${file} is not whole (${backup.journal.why} at ${backup.journal.atSeq}).`,
        );
      requireSameBox(dataDir, backup);
      const moved: string[] = [];
      const aside = (name: string) => {
        const path = join(dataDir, name);
        if (existsSync(path)) moved.push(setAside(path, nowMs));
      };
      const journal = restoreJournal(dataDir, backup, aside, nowMs);
      aside('box.db');
      seal(backup.pathOf('box.db'));
      renameSync(backup.pathOf('box.db'), join(dataDir, 'box.db'));
      if (backup.has('identity.json') && ownBoxId(dataDir) === undefined) {
        aside('identity.json');
        renameSync(backup.pathOf('identity.json'), join(dataDir, 'identity.json'));
      }
      syncFolder(dataDir);
      return { manifest: backup.manifest, journal, setAside: moved };
    });
  } finally {
    lock.release();
  }
};

/** However old the release that made it is, the store of a backup is never one that is only being updated. */
const seal = (path: string): void => {
  const db = new Database(path);
  try {
    sealOld(db);
  } finally {
    db.close();
  }
};

const WhoAmI = z.object({ boxId: z.string() });

const requireSameBox = (dataDir: string, { manifest, has }: OpenBackup): void => {
  const own = ownBoxId(dataDir);
  if (own === undefined) {
    if (has('identity.json')) return;
    throw new BackupError(
      'This folder has no sound identity.json and the backup holds no key: this would be another box. Claim it as a new one instead.',
    );
  }
  if (own !== manifest.boxId) throw new BackupError(`The backup is of box ${manifest.boxId}, this is box ${own}.`);
};

/** Whose folder it is; undefined where its identity is lost. */
const ownBoxId = (dataDir: string): string | undefined => {
  try {
    return WhoAmI.parse(JSON.parse(readFileSync(join(dataDir, 'identity.json'), 'utf8'))).boxId;
  } catch {
    return undefined;
  }
};

const restoreJournal = (
  dataDir: string,
  { manifest, pathOf }: OpenBackup,
  aside: (name: string) => void,
  nowMs: number,
): Restored['journal'] => {
  const path = join(dataDir, 'journal.db');
  const ended = endedJournalName(manifest.journal.epoch);
  const end = () => {
    aside(ended); // Of an earlier restoration of the same epoch.
    renameSync(pathOf('journal.db'), join(dataDir, ended));
  };
  const own = existsSync(path) ? verifyJournalFile(path) : undefined;
  if (own?.ok === true && own.boxId === manifest.boxId) {
    const { epoch, lastSeq } = manifest.journal;
    // Of another epoch: it was begun after the backup was made, or both are to be sent. Either way it goes on.
    if (own.epoch === epoch && own.lastSeq >= lastSeq) return 'kept';
    if (own.epoch !== epoch) {
      end();
      return 'ended';
    }
  }
  aside('journal.db');
  end();
  // Begun here, so that the agent does not take it for one that was lost.
  const { boxId } = manifest;
  const begun = { path, boxId, newEpoch: randomUUID, nowMs, isFirst: true, onSetAside: () => undefined };
  openJournalFile(begun).close();
  return 'ended';
};

const syncFolder = (path: string): void => {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
};
