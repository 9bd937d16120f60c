import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { journalOnDisk } from '../fakes/journal-on-disk.ts';
import { factsAfter } from './journal-store.ts';
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

  it('is never deceived by damaged bytes: the facts are those that were written, or the verdict says that something is wrong', () => {
    const original = readFileSync(path);
    const factsIn = (file: string) => {
      const db = new Database(file, { readonly: true });
      try {
        return factsAfter(db)(0, 100);
      } finally {
        db.close();
      }
    };
    const written = factsIn(path);
    let found = 0;
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(original);
        damaged[at] = (damaged[at] as number) ^ change;
        writeFileSync(path, damaged);
        const verdict = verifyJournalFile(path);
        if (verdict.ok) expect(factsIn(path)).toEqual(written);
        else found += 1;
      }),
      { numRuns: 400 },
    );
    expect(found).toBeGreaterThan(0);
  });
});
