import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { journalOnDisk } from '../fakes/journal-on-disk.ts';
import { silentLog } from '../fakes/silent-log.ts';
import type { Db } from '../store/database.ts';
import { lostMemory } from './lost-facts.ts';
import { NO_RESERVE, openReserve, type Reserve, withRoom } from './reserve.ts';
import { verifyJournalFile } from './verify-journal.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'full-'));
const fact = (why: string): FactBody => ({ kind: 'agent.stopping', data: { why } });
/** The file may grow by so many pages from now on. */
const roomFor = (db: Db, pages: number) =>
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + pages}`);

/** A journal whose disk has as many pages as the test says, and a reserve that is worth some more of them. */
const setup = (options: { readonly reservePages?: number; readonly dir?: string } = {}) => {
  const { reservePages = 0, dir = folder() } = options;
  const clock = new ManualClock();
  let held = reservePages > 0;
  const reserve: Reserve = {
    ...NO_RESERVE,
    held: () => held,
    release: () => {
      if (!held) return false;
      held = false;
      roomFor(box.db(), reservePages);
      return true;
    },
  };
  const box = journalOnDisk(dir, clock, { reserve, lostMemory: lostMemory(join(dir, 'journal.lost'), silentLog) });
  const record = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, i) => box.journal.record(fact(`${i}`))));
  const kinds = () => box.journal.after(0, 10_000).map(({ body }) => body.kind);
  const mend = () => box.db().pragma('max_page_count = 1000000');
  return { ...box, clock, dir, record, kinds, mend };
};

describe('a journal on a full disk', () => {
  it('first lets go what the cloud has, oldest first, and says so', async () => {
    const { journal, db, record, kinds, path } = setup({ reservePages: 1_000 });
    await record(400);
    journal.acknowledge(300);
    roomFor(db(), 2);
    const outcomes = await record(150);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    expect(journal.standing()).toMatchObject({ firstSeq: 301, reserve: true, writable: true, lost: null });
    expect(journal.after(400, 1)[0]?.body).toEqual({
      kind: 'journal.pruned',
      data: { through: 300, why: 'The disk is full.' },
    });
    expect(kinds()).not.toContain('journal.lost');
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, firstSeq: 301, lastSeq: 551 });
    journal.close();
  });

  it('then uses the reserve, and never drops what the cloud does not have', async () => {
    const { journal, db, record, path } = setup({ reservePages: 200 });
    await record(100);
    roomFor(db(), 1);
    const outcomes = await record(300);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    expect(journal.standing()).toMatchObject({ firstSeq: 1, lastSeq: 400, reserve: false, writable: true });
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, firstSeq: 1, lastSeq: 400 });
    journal.close();
  });

  it('past that it counts what it could not write, and says so, once, when there is room', async () => {
    const { journal, db, record, clock, path } = setup();
    await record(10);
    db().pragma('query_only = 1');
    const sinceMs = clock.wallMs();
    expect((await record(200)).every(({ status }) => status === 'rejected')).toBe(true);
    await clock.advance(Minutes(3));
    await record(200);
    expect(journal.standing()).toMatchObject({ lastSeq: 10, writable: false, lost: { facts: 400, sinceMs } });
    expect(journal.standing().lost?.why).toMatch(/readonly/);
    db().pragma('query_only = 0');
    await clock.advance(Seconds(5)); // Nobody has to record anything for it.
    expect(journal.after(10, 10).map(({ body }) => body)).toMatchObject([
      { kind: 'journal.lost', data: { facts: 400, sinceMs } },
    ]);
    expect(journal.standing()).toMatchObject({ lastSeq: 11, writable: true, lost: null });
    await record(1);
    expect(journal.standing().lastSeq).toBe(12);
    expect(clock.pendingTimers).toBe(0);
    journal.close();
    expect(verifyJournalFile(path)).toMatchObject({ ok: true, lastSeq: 12 });
  });

  it('keeps the count over a restart, and tells it once', async () => {
    const { journal, db, record, dir } = setup();
    await record(10);
    db().pragma('query_only = 1');
    await record(77);
    db().close(); // As if the process were killed.
    const again = setup({ dir });
    expect(again.journal.standing().lost).toMatchObject({ facts: 77 });
    await again.record(1);
    expect(again.kinds().slice(10)).toEqual(['journal.lost', 'agent.stopping']);
    again.journal.close();
    const third = setup({ dir });
    expect(third.journal.standing().lost).toBeNull();
    third.journal.close();
    expect(journal.standing().lost).not.toBeNull();
  });

  it('a read-only disk is no other: nothing is written, all is counted', async () => {
    const { journal, db, record, mend } = setup();
    await record(3);
    db().pragma('query_only = 1');
    await record(5);
    expect(journal.standing()).toMatchObject({ writable: false, lost: { facts: 5 } });
    expect(journal.latest(10)).toHaveLength(3);
    db().pragma('query_only = 0');
    mend();
    await record(1);
    expect(journal.standing()).toMatchObject({ writable: true, lost: null, lastSeq: 5 });
    journal.close();
  });

  it('whatever the disk does, each fact is in the chain or counted as lost, and what is acknowledged alone is dropped', async () => {
    const step = fc.tuple(fc.constantFrom('record', 'ack', 'full', 'room'), fc.integer({ min: 1, max: 120 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 0, max: 4 }),
        async (steps, reservePages) => {
          const { journal, db, record, mend, path } = setup({ reservePages });
          let [asked, lost, told, seen] = [0, 0, 0, 0];
          const look = () => {
            for (const { seq, body } of journal.after(seen, 100_000)) {
              if (body.kind === 'journal.lost') lost += body.data.facts;
              if (body.kind === 'journal.lost' || body.kind === 'journal.pruned') told += 1;
              seen = seq;
            }
          };
          for (const [act, n] of steps) {
            if (act === 'record') {
              asked += n;
              await record(n);
            } else if (act === 'ack') journal.acknowledge(Math.max(0, journal.standing().lastSeq - n));
            else if (act === 'full') roomFor(db(), n % 3);
            else mend();
            look();
            const { firstSeq, acknowledged } = journal.standing();
            expect(firstSeq - 1).toBeLessThanOrEqual(acknowledged);
          }
          mend();
          asked += 1;
          await record(1);
          look();
          expect(journal.standing()).toMatchObject({ writable: true, lost: null });
          expect(journal.standing().lastSeq).toBe(asked - lost + told);
          journal.close();
          expect(verifyJournalFile(path)).toMatchObject({ ok: true });
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('the reserve', () => {
  let path: string;
  let clock: ManualClock;
  beforeEach(() => {
    path = join(folder(), 'journal.reserve');
    clock = new ManualClock();
  });
  const open = () => openReserve({ path, clock, log: silentLog, megabytes: 2 });

  it('is made, survives a restart, is given up once, and is made again a minute later at the earliest', async () => {
    const reserve = open();
    await reserve.keep();
    expect(reserve.held()).toBe(true);
    expect(statSync(path).size).toBe(2 * 1024 * 1024);
    expect(open().held()).toBe(true);
    expect([reserve.release(), reserve.release(), existsSync(path)]).toEqual([true, false, false]);
    await reserve.keep();
    expect(reserve.held()).toBe(false);
    await clock.advance(Minutes(1));
    await reserve.keep();
    expect(reserve.held()).toBe(true);
  });

  it('leaves nothing on the disk of one whose making was cut off', () => {
    writeFileSync(`${path}.begun`, 'half of it');
    expect(open().held()).toBe(false);
    expect(existsSync(`${path}.begun`)).toBe(false);
  });

  it('takes room that no file system can save', async () => {
    await open().keep();
    const { blocks } = statSync(path);
    expect(blocks * 512).toBeGreaterThanOrEqual(2 * 1024 * 1024);
  });

  it('makes room for what the agent cannot start without', async () => {
    const reserve = open();
    await reserve.keep();
    const { SqliteError } = Database;
    let tries = 0;
    const opened = withRoom(reserve, () => {
      tries += 1;
      if (existsSync(path)) throw new SqliteError('disk I/O error', 'SQLITE_IOERR_SHMSIZE');
      return 'open';
    });
    expect([opened, tries]).toEqual(['open', 2]);
    const other = () => {
      throw new TypeError('another thing');
    };
    expect(() => withRoom(reserve, other)).toThrow(TypeError);
  });
});

describe('the memory of what was lost', () => {
  const save = { facts: 3, sinceMs: 5, why: 'full', afterSeq: 9 };

  it('is one block that is only ever written over', () => {
    const path = join(folder(), 'journal.lost');
    const memory = lostMemory(path, silentLog);
    expect(statSync(path).size).toBe(512);
    memory.save(save);
    expect(statSync(path).size).toBe(512);
    expect(lostMemory(path, silentLog).load(9)).toEqual({ facts: 3, sinceMs: 5, why: 'full' });
  });

  it('counts for nothing once the chain went on, when it was cut off, or when it is gone', () => {
    const path = join(folder(), 'journal.lost');
    const memory = lostMemory(path, silentLog);
    memory.save(save);
    expect(memory.load(10)).toBeUndefined();
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 11));
    expect(memory.load(9)).toBeUndefined();
    truncateSync(path, 0);
    expect(memory.load(9)).toBeUndefined();
  });
});
