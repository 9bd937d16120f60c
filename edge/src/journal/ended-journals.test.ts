import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { endedJournalName, openEndedJournals } from './ended-journals.ts';
import { openJournalFile } from './journal-store.ts';

const BOX = '00000000-0000-4000-8000-000000000001';
const EPOCH = '11111111-2222-4333-8444-555555555555';

it('a disk that takes no word of what the cloud has of an ended journal does not end the agent', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ended-'));
  const path = join(dir, 'journal.db');
  const file = { path, boxId: BOX, newEpoch: () => EPOCH, nowMs: new ManualClock().wallMs(), onSetAside: () => {} };
  const db = openJournalFile(file);
  db.exec('UPDATE chain SET last_seq = 5');
  db.close();
  renameSync(path, join(dir, endedJournalName(EPOCH)));
  const [ended] = openEndedJournals(dir, BOX as never, silentLog);
  const other = new Database(join(dir, endedJournalName(EPOCH)));
  other.exec('BEGIN IMMEDIATE');
  expect(ended?.acknowledge(3)).toBe(true);
  expect(ended?.standing().acknowledged).toBe(3);
  other.close();
  ended?.close();
});
