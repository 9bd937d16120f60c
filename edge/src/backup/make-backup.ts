import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { create } from 'tar';
import { verifyJournalFile } from '../journal/verify-journal.ts';
import { copyDatabase } from '../store/copy-database.ts';
import { lossOf } from '../store/first-start.ts';
import { BackupError, type BackupFile, type BackupManifest, MANIFEST, sha256OfFile } from './backup-manifest.ts';

/** The file is on the disk with its name, or not there at all. */
const settle = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
};

/**
 * Writes a consistent copy of a box's state and journal into one file of mode 0600, while its agent runs or not. The
 * box's key is in it only when asked for. Throws a `BackupError` when the journal is not whole.
 */
export const makeBackup = async (from: {
  readonly dataDir: string;
  readonly to: string;
  readonly nowMs: number;
  readonly withKey: boolean;
}): Promise<BackupManifest> => {
  const { dataDir, withKey, nowMs } = from;
  const to = resolve(from.to);
  const work = mkdtempSync(join(dirname(to), '.gatehouse-backup-'));
  try {
    // The journal last: what the copied state says has happened is then in it.
    const files: readonly BackupFile[] = ['box.db', 'journal.db', ...(withKey ? (['identity.json'] as const) : [])];
    for (const name of files) {
      const source = join(dataDir, name);
      if (!existsSync(source)) throw new BackupError(`${source} does not exist: is this the data folder of an agent?`);
      const loss = lossOf(source, false);
      if (loss !== undefined) throw new BackupError(`${source} cannot be backed up: ${loss}. Nothing was written.`);
      if (name.endsWith('.db')) copyDatabase(source, join(work, name));
      else copyFileSync(source, join(work, name));
    }
    const verdict = verifyJournalFile(join(work, 'journal.db'));
    if (!verdict.ok)
      throw new BackupError(`The journal is not whole (${verdict.why} at ${verdict.atSeq}): nothing was written.`);
    const { boxId, epoch, firstSeq, lastSeq } = verdict;
    const manifest: BackupManifest = {
      v: 1,
      boxId: BoxId.parse(boxId),
      madeAtMs: nowMs,
      journal: { epoch, firstSeq, lastSeq },
      files: {},
    };
    for (const name of files) manifest.files[name] = await sha256OfFile(join(work, name));
    writeFileSync(join(work, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const made = join(work, 'backup.tgz');
    await create({ gzip: true, file: made, cwd: work, portable: true, mode: 0o600 }, [MANIFEST, ...files]);
    await settle(made);
    renameSync(made, to);
    await settle(dirname(to));
    return manifest;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
