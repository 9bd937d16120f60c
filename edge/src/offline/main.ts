import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { BackupError } from '../backup/backup-manifest.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { withBackup } from '../backup/open-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type JournalVerdict, verifyJournalFile } from '../journal/verify-journal.ts';
import { FolderInUse } from '../store/folder-lock.ts';

const USAGE = `Usage: verify --data DIR            checks the journal of a box, while its agent runs or not
       verify --backup FILE        checks the journal in a backup
       backup --data DIR --to FILE [--with-key]
       restore --data DIR --from FILE`;

process.umask(0o077);

/** What is done on a data folder without asking the agent that may run on it. The answer is JSON. */
const run = async (): Promise<unknown> => {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { data: text, backup: text, to: text, from: text, 'with-key': { type: 'boolean', default: false } },
  });
  const [what] = positionals;
  const nowMs = Math.round(systemClock.wallMs());
  const { data, backup, to, from } = values;
  if (what === 'verify' && backup !== undefined)
    return judge(await withBackup(backup, tmpdir(), ({ journal }) => journal));
  if (what === 'verify' && data !== undefined) return judge(verifyJournalFile(join(data, 'journal.db')));
  if (what === 'backup' && data !== undefined && to !== undefined)
    return makeBackup({ dataDir: data, to, nowMs, withKey: values['with-key'] });
  if (what === 'restore' && data !== undefined && from !== undefined)
    return restoreBackup({ file: from, dataDir: data, nowMs });
  throw new BackupError(USAGE);
};

const judge = (verdict: JournalVerdict): JournalVerdict => {
  if (!verdict.ok) process.exitCode = 1;
  return verdict;
};

try {
  process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`);
} catch (error) {
  const said = error instanceof BackupError || error instanceof FolderInUse;
  console.error(said ? error.message : error);
  process.exitCode = 1;
}
