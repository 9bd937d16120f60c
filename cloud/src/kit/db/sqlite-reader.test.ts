import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createSqliteReader, type SqliteReader } from './sqlite-reader.ts';
import type { Tx } from './unit-of-work.ts';

const names = async (tx: Tx): Promise<readonly string[]> =>
  (await sql<{ name: string }>`select name from thing order by name`.execute(tx)).rows.map(({ name }) => name);
const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('reads of one turn', () => {
  let folder: string;
  let other: SqliteConnection;
  let connection: SqliteConnection;
  let reader: SqliteReader;
  let begun: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'reader-'));
    other = openSqliteConnection(join(folder, 'a.db'));
    other.run('create table thing (name text primary key) strict');
    begun = 0;
    const opened = openSqliteConnection(join(folder, 'a.db'), { readonly: true });
    connection = {
      ...opened,
      run: (statement) => {
        if (statement === 'begin') begun++;
        opened.run(statement);
      },
    };
    reader = createSqliteReader(connection);
  });
  afterEach(async () => {
    await reader.close();
    connection.close();
    other.close();
    rmSync(folder, { recursive: true });
  });

  it('share a transaction, which ends with the turn', async () => {
    await Promise.all([reader.read(names), reader.read(names)]);
    await reader.read(names);
    expect(begun).toBe(1);
    expect(connection.inTransaction()).toBe(true);
    await aTurn();
    expect(connection.inTransaction()).toBe(false);
    await reader.read(names);
    expect(begun).toBe(2);
  });

  it('see what was committed between them', async () => {
    expect(await reader.read(names)).toEqual([]);
    other.run("insert into thing values ('a')");
    reader.renew();
    expect(connection.inTransaction()).toBe(false);
    expect(await reader.read(names)).toEqual(['a']);
  });

  it('do not see what is committed while they run, and the next of them does', async () => {
    const seen = await reader.read(async (tx) => {
      const before = await names(tx);
      other.run("insert into thing values ('a')");
      reader.renew();
      return [before, await names(tx)];
    });
    expect(seen).toEqual([[], []]);
    expect(await reader.read(names)).toEqual(['a']);
  });

  it('go on after one that failed', async () => {
    await expect(reader.read((tx) => sql`select * from nothing`.execute(tx))).rejects.toMatchObject({ kind: 'other' });
    await expect(reader.read(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(await reader.read(names)).toEqual([]);
  });
});

describe('reads beside writes', () => {
  it('keep nothing of the log that is at home already, however many there are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reader-'));
    const db = openSqliteDatabase(join(folder, 'a.db'), { clock: new ManualClock(), log: console });
    try {
      await db.write((tx) => sql`create table thing (name text primary key) strict`.execute(tx));
      const looked: (readonly string[])[] = [];
      for (let round = 0; round < 50; round++) {
        const writing = db.write((tx) => sql`insert into thing values (${String(round).padStart(2, '0')})`.execute(tx));
        await Promise.all([writing.then(() => db.read(names)).then((seen) => looked.push(seen)), db.read(names)]);
      }
      expect(looked.map(({ length }) => length)).toEqual(Array.from({ length: 50 }, (_, round) => round + 1));
      // In the same turn: whatever a read has left open is let go of before a commit.
      const [checkpoint] = await db.read(names).then(() => checkpointOf(db, join(folder, 'a.db')));
      expect(checkpoint).toEqual({ busy: 0, left: 0 });
    } finally {
      await db.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** What a checkpoint right after the next commit leaves in the log. */
const checkpointOf = async (db: ReturnType<typeof openSqliteDatabase>, path: string) => {
  await db.write((tx) => sql`insert into thing values ('last')`.execute(tx));
  const other = openSqliteConnection(path);
  const { rows } = await other.execute({
    sql: 'pragma wal_checkpoint(passive)',
    parameters: [],
  } as never);
  other.close();
  return (rows as { busy: number; log: number; checkpointed: number }[]).map(({ busy, log, checkpointed }) => ({
    busy,
    left: log - checkpointed,
  }));
};
