import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { A_BOX, AN_EPOCH, journalOnDisk } from '../fakes/journal-on-disk.ts';
import type { Db } from '../store/database.ts';
import { verifyJournalFile } from './verify-journal.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'journal-'));
const stopped = (why: string): FactBody => ({ kind: 'agent.stopping', data: { why } });
const command = (id: string) => ({
  kind: 'unlock.accepted' as const,
  data: {
    commandId: `cmd_${id.padStart(16, '0')}`,
    eventId: 'evt_0123456789abcdef',
    doorId: 'door_0123456789abcdef',
    origin: 'partner' as const,
  },
});
const accepted = (id: string) => command(id) as unknown as Extract<FactBody, { kind: 'unlock.accepted' }>;

describe('the journal', () => {
  it('numbers without gaps and chains from its own beginning, over restarts', async () => {
    const [dir, clock] = [folder(), new ManualClock()];
    const first = journalOnDisk(dir, clock);
    const facts = [...(await first.journal.record(stopped('a'), stopped('b')))];
    first.journal.close();
    const second = journalOnDisk(dir, clock);
    facts.push(...(await second.journal.record(stopped('c'))));
    expect(facts.map((fact) => fact.seq)).toEqual([1, 2, 3]);
    expect(verifyChain(facts, { seq: 0, hash: genesisHash(A_BOX, AN_EPOCH) })).toMatchObject({ ok: true, lastSeq: 3 });
    expect(second.journal.after(0, 10)).toEqual(facts);
    second.journal.close();
  });

  it('records what somebody typed, whatever characters it is of', async () => {
    const { journal } = journalOnDisk(folder(), new ManualClock());
    const [fact] = await journal.record(stopped('half a smile: \ud83d'));
    expect(fact?.body.data).toEqual({ why: 'half a smile: \ufffd' });
    journal.close();
  });

  it('commits what one turn of the event loop records in one transaction', async () => {
    const { journal, db } = journalOnDisk(folder(), new ManualClock());
    const begins: string[] = [];
    const exec = db().exec.bind(db());
    db().exec = (sql) => {
      begins.push(sql);
      return exec(sql);
    };
    await Promise.all(Array.from({ length: 100 }, (_, i) => journal.record(stopped(`${i}`))));
    expect(begins).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
    expect(journal.after(0, 200).map((fact) => (fact.body.data as { why: string }).why)).toEqual(
      Array.from({ length: 100 }, (_, i) => `${i}`),
    );
    journal.close();
  });

  it('resolves only after the commit', async () => {
    const { journal, db } = journalOnDisk(folder(), new ManualClock());
    const recording = journal.record(stopped('a'));
    expect(db().prepare('SELECT count(*) AS n FROM fact').get()).toEqual({ n: 0 });
    await recording;
    expect(db().inTransaction).toBe(false);
    expect(db().prepare('SELECT count(*) AS n FROM fact').get()).toEqual({ n: 1 });
    journal.close();
  });

  it('accepts a command id once: in one turn, later, and after a restart', async () => {
    const [dir, clock] = [folder(), new ManualClock()];
    const { journal } = journalOnDisk(dir, clock);
    const twins = await Promise.all([journal.acceptCommand(accepted('1')), journal.acceptCommand(accepted('1'))]);
    expect(twins).toEqual(['accepted', 'repeated']);
    expect(await journal.acceptCommand(accepted('1'))).toBe('repeated');
    journal.close();
    const again = journalOnDisk(dir, clock);
    expect(await again.journal.acceptCommand(accepted('1'))).toBe('repeated');
    expect(await again.journal.acceptCommand(accepted('2'))).toBe('accepted');
    expect(again.journal.standing().lastSeq).toBe(2);
    again.journal.close();
  });

  it('remembers a command id for a week, and far longer than that while there are few', async () => {
    const clock = new ManualClock();
    const { journal } = journalOnDisk(folder(), clock);
    await journal.acceptCommand(accepted('1'));
    await clock.advance(Days(400));
    await journal.record(stopped('a'));
    expect(await journal.acceptCommand(accepted('1'))).toBe('repeated');
    journal.close();
  });

  it('forgets command ids that are old once there are very many, a few at a time', async () => {
    const { journal, db } = journalOnDisk(folder(), new ManualClock());
    db().exec(
      `INSERT INTO command (command_id, wall_ms) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 107000) SELECT 'cmd_' || i, 0 FROM n`,
    );
    const kept = () => (db().prepare('SELECT count(*) AS n FROM command').get() as { n: number }).n;
    await journal.record(stopped('a'));
    expect(kept()).toBe(102_000);
    for (let i = 0; i < 3; i++) await journal.record(stopped('a'));
    expect(kept()).toBe(100_000);
    journal.close();
  });

  it('refuses every caller of a group that the full disk refused, writes nothing of it, and goes on when there is room', async () => {
    const { journal, db, path } = journalOnDisk(folder(), new ManualClock());
    await journal.record(stopped('before'));
    db().pragma(`max_page_count = ${Number(db().pragma('page_count', { simple: true })) + 1}`);
    const group = await Promise.allSettled(
      Array.from({ length: 400 }, (_, i) =>
        i === 7 ? journal.acceptCommand(accepted('7')) : journal.record(stopped(`${i}`)),
      ),
    );
    expect(new Set(group.map((one) => one.status))).toEqual(new Set(['rejected']));
    expect(group[0]).toMatchObject({ reason: { code: 'SQLITE_FULL' } });
    expect(journal.standing()).toMatchObject({ lastSeq: 1, writable: false });
    db().pragma('max_page_count = 100000');
    expect(await journal.acceptCommand(accepted('7'))).toBe('accepted');
    expect((await journal.record(stopped('after')))[0]?.seq).toBe(4); // The second is the one that says what was lost.
    expect(journal.standing().writable).toBe(true);
    journal.close();
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, lastSeq: 4 });
  });

  /** The next COMMIT fails as when the disk does not take a sync. */
  const failNextSync = async (db: Db) => {
    const { SqliteError } = (await import('better-sqlite3')).default;
    const exec = db.exec.bind(db);
    db.exec = (sql) => {
      if (sql === 'COMMIT') throw new SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
      return exec(sql);
    };
  };

  it('opens its file anew after the disk failed a sync', async () => {
    const { journal, db } = journalOnDisk(folder(), new ManualClock());
    await journal.record(stopped('before'));
    const broken = db();
    await failNextSync(broken);
    await expect(journal.record(stopped('lost'))).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    expect(broken.open).toBe(false);
    expect((await journal.record(stopped('after')))[0]?.seq).toBe(3);
    expect(db()).not.toBe(broken);
    journal.close();
  });

  it('refuses everybody, and ends nobody, while a disk that failed cannot be opened; then goes on', async () => {
    const dir = folder();
    const { journal, db } = journalOnDisk(dir, new ManualClock());
    await journal.record(stopped('before'));
    await failNextSync(db());
    await expect(journal.record(stopped('lost'))).rejects.toThrow();
    renameSync(dir, `${dir}-away`);
    await expect(journal.record(stopped('lost'))).rejects.toThrow();
    await expect(journal.acceptCommand(accepted('1'))).rejects.toThrow();
    expect(journal.latest(10)).toEqual([]);
    expect(journal.standing()).toMatchObject({ lastSeq: 1, writable: false });
    renameSync(`${dir}-away`, dir);
    expect(journal.latest(10)).toHaveLength(1);
    expect(await journal.acceptCommand(accepted('1'))).toBe('accepted');
    expect(journal.standing()).toMatchObject({ lastSeq: 3, writable: true });
    journal.close();
  });

  it('refuses a fact that no reader could parse, alone', async () => {
    const { journal } = journalOnDisk(folder(), new ManualClock());
    const [bad, good] = await Promise.allSettled([
      journal.record(stopped('x'.repeat(500))),
      journal.record(stopped('fine')),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
    journal.close();
  });

  it('prunes only what the cloud has, oldest first, and the rest still verifies', async () => {
    const { journal, path } = journalOnDisk(folder(), new ManualClock(), { keepAcknowledged: 10 });
    for (let i = 0; i < 50; i++) await journal.record(stopped(`${i}`));
    expect(journal.after(0, 100)).toHaveLength(50);
    expect(journal.acknowledge(30)).toBe(true);
    await journal.record(stopped('more'));
    expect(journal.after(0, 100)[0]?.seq).toBe(31);
    expect(journal.acknowledge(51)).toBe(true);
    await journal.record(stopped('more'));
    expect(journal.after(0, 100)[0]?.seq).toBe(43);
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, firstSeq: 43, lastSeq: 52, acknowledged: 51 });
    journal.close();
  });

  it('does not believe an acknowledgement of facts it never wrote', async () => {
    const { journal } = journalOnDisk(folder(), new ManualClock());
    await journal.record(stopped('a'));
    expect(journal.acknowledge(2)).toBe(false);
    expect(journal.standing().acknowledged).toBe(0);
    journal.close();
  });

  it.each(['it is damaged', 'it belongs to another box'])(
    'begins a new epoch when %s, and keeps the old file',
    async (why) => {
      const [dir, clock] = [folder(), new ManualClock()];
      const old = journalOnDisk(dir, clock);
      await old.journal.record(stopped('a'));
      old.journal.close();
      if (why === 'it is damaged') writeFileSync(old.path, 'no database at all, however long one reads on'.repeat(50));
      const { journal, setAside } = journalOnDisk(dir, clock, { boxId: why === 'it is damaged' ? A_BOX : AN_EPOCH });
      expect(setAside[0]).toContain(why);
      expect((await journal.record(stopped('b')))[0]?.seq).toBe(1);
      journal.close();
    },
  );
});
