import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { extract } from 'tar';
import { type JournalVerdict, verifyJournalFile } from '../journal/verify-journal.ts';
import {
  BACKUP_FILES,
  BackupError,
  type BackupFile,
  BackupManifest,
  MANIFEST,
  sha256OfFile,
} from './backup-manifest.ts';

export interface OpenBackup {
  readonly manifest: BackupManifest;
  readonly has: (name: BackupFile) => boolean;
  readonly pathOf: (name: BackupFile) => string;
  readonly journal: JournalVerdict;
}

/**
 * Unpacks a backup beside where it is wanted, checks every byte of it, hands it to `use`, and removes what is left.
 * Throws a `BackupError` for a file that is no backup, or not the one that was made.
 */
export const withBackup = async <Result>(
  file: string,
  beside: string,
  use: (backup: OpenBackup) => Promise<Result> | Result,
): Promise<Result> => {
  const work = mkdtempSync(join(beside, '.gatehouse-restore-'));
  try {
    const wanted = new Set<string>([MANIFEST, ...BACKUP_FILES]);
    try {
      await extract({ file, cwd: work, strict: true, filter: (path) => wanted.has(path) });
    } catch (error) {
      throw new BackupError(`${file} cannot be read as a backup: ${(error as Error).message}`);
    }
    const pathOf = (name: string) => join(work, name);
    const manifest = readManifest(pathOf(MANIFEST), file);
    for (const name of BACKUP_FILES) {
      const due = manifest.files[name];
      const there = existsSync(pathOf(name));
      if ((due !== undefined) !== there || (due !== undefined && due !== (await sha256OfFile(pathOf(name)))))
        throw new BackupError(`${file} is damaged: ${name} is not what was put into it.`);
    }
    if (manifest.files['box.db'] === undefined || manifest.files['journal.db'] === undefined)
      throw new BackupError(`${file} is not complete.`);
    requireSound(pathOf('box.db'), file);
    const has = (name: BackupFile) => manifest.files[name] !== undefined;
    return await use({ manifest, has, pathOf, journal: verifyJournalFile(pathOf('journal.db')) });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const readManifest = (path: string, file: string): BackupManifest => {
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new BackupError(`${file} is no backup of a box, or one of a newer version.`);
  }
};

const requireSound = (path: string, file: string): void => {
  const db = new Database(path, { readonly: true });
  try {
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw new BackupError(`${file} is damaged: box.db contradicts itself.`);
    if (db.pragma('user_version', { simple: true }) === 0)
      throw new BackupError(`${file} is damaged: its box.db was made of an empty file.`);
  } finally {
    db.close();
  }
};
