import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { journalOnDisk } from '../fakes/journal-on-disk.ts';
import { verifyJournalFile } from './verify-journal.ts';

describe('the check of a journal file', () => {
  let path: string;
  beforeEach(async () => {
    const made = journalOnDisk(mkdtempSync(join(tmpdir(), 'verify-')), new ManualClock());
    path = made.path;
    for (let i = 0; i < 5; i++) await made.journal.record({ kind: 'agent.stopping', data: { why: `${i}` } });
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, firstSeq: 1, lastSeq: 5 }); // While its writer has it open.
    made.journal.close();
  });

  it.each([
    ['a changed body', `UPDATE fact SET body = replace(body, '"2"', '"7"') WHERE seq = 3`, 3, 'wrong_hash'],
    ['a changed time', 'UPDATE fact SET wall_ms = wall_ms + 1 WHERE seq = 4', 4, 'wrong_hash'],
    ['a fact taken out', 'DELETE FROM fact WHERE seq = 2', 2, 'gap'],
    ['the newest fact taken off', 'DELETE FROM fact WHERE seq = 5', 5, 'cut_off'],
    ['another predecessor', `UPDATE fact SET prev = hash WHERE seq = 3`, 3, 'broken_link'],
    ['another box named as owner', `UPDATE chain SET box_id = 'x'`, 0, 'broken_link'],
    ['a body that is no JSON', `UPDATE fact SET body = '{' WHERE seq = 1`, 1, 'unreadable'],
  ])('finds %s', (_what, sql, atSeq, why) => {
    const db = new Database(path);
    db.exec(sql);
    db.close();
    expect(verifyJournalFile(path)).toEqual({ ok: false, atSeq, why });
  });

  it('calls a missing file unreadable', () =>
    expect(verifyJournalFile('/nowhere/journal.db')).toEqual({ ok: false, atSeq: 1, why: 'unreadable' }));
});
