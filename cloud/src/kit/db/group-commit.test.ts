import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from './errors.ts';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import type { Tx } from './unit-of-work.ts';

let folder: string;
let path: string;
let connection: SqliteConnection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  path = join(folder, 'test.db');
  connection = openSqliteConnection(path);
  connection.run('create table thing (id integer primary key) strict');
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

const groupOn = (over: Partial<GroupCommitOptions> = {}) => {
  const commits: number[] = [];
  const clock = new ManualClock();
  const group = createGroupCommit({
    clock,
    connection,
    unitsPerCommit: 256,
    unitTimeout: Seconds(10),
    onCommit: (units) => commits.push(units),
    ...over,
  });
  return { group, commits, clock };
};
const insert = (id: number) => (tx: Tx) => sql`insert into thing (id) values (${id})`.execute(tx);
const count = async () => {
  const other = openSqliteConnection(path, { readonly: true });
  const { rows } = await other.execute({ sql: 'select count(*) as n from thing', parameters: [] } as never);
  other.close();
  return (rows[0] as { n: number }).n;
};

describe('group commit', () => {
  it('64 units asked for at once share one commit', async () => {
    const { group, commits } = groupOn();
    await Promise.all(Array.from({ length: 64 }, (_, i) => group.write(insert(i))));
    expect(commits).toEqual([64]);
    expect(await count()).toBe(64);
  });

  it('units asked for in the same turn by separate events share one commit', async () => {
    const { group, commits } = groupOn();
    const ask = (i: number) => new Promise((resolve) => process.nextTick(() => resolve(group.write(insert(i)))));
    await Promise.all(Array.from({ length: 8 }, (_, i) => ask(i)));
    expect(commits).toEqual([8]);
  });

  it('a long queue is committed in bounded groups, in order', async () => {
    const { group, commits } = groupOn({ unitsPerCommit: 10 });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 25 }, async (_, i) => {
        await group.write(insert(i));
        order.push(i);
      }),
    );
    expect(commits).toEqual([10, 10, 5]);
    expect(order).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  it('nobody hears of success before the commit, and a failed commit fails the whole group', async () => {
    const broken: SqliteConnection = {
      ...connection,
      run: (text) => {
        if (text === 'commit') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
        connection.run(text);
      },
    };
    const { group, commits } = groupOn({ connection: broken });
    const results = await Promise.allSettled([
      group.write(insert(1)),
      group.write(async () => {
        throw new Error('own');
      }),
      group.write(insert(2)),
    ]);
    for (const result of results) expect(result).toMatchObject({ reason: { kind: 'unavailable' } });
    expect(commits).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('units that throw leave nothing wherever they stand, and only those behind the first have a savepoint', async () => {
    const ran: string[] = [];
    const run = (text: string) => {
      ran.push(text);
      connection.run(text);
    };
    const { group } = groupOn({ connection: { ...connection, run } });
    const failing = (id: number) => async (tx: Tx) => {
      await insert(id)(tx);
      throw new Error(`own ${id}`);
    };
    const write = (works: readonly ((tx: Tx) => Promise<unknown>)[]) =>
      Promise.allSettled(works.map((work) => group.write(work)));
    const results = await write([failing(1), failing(2), insert(3), failing(4), insert(5)]);
    expect(results.map((one) => (one.status === 'rejected' ? one.reason.message : 'done'))).toEqual([
      'own 1',
      'own 2',
      'done',
      'own 4',
      'done',
    ]);
    expect(await count()).toBe(2);
    expect(ran.filter((text) => text.startsWith('savepoint'))).toHaveLength(2);
    ran.length = 0;
    await write([failing(6)]);
    await write([insert(7)]);
    expect(ran).toEqual(['begin immediate', 'rollback', 'begin immediate', 'commit']);
    expect(await count()).toBe(3);
  });

  it('a file locked by another process fails the units instead of hanging them', async () => {
    const other = openSqliteConnection(path);
    other.run('begin immediate');
    const impatient = openSqliteConnection(path, { busyTimeoutMs: 10 });
    const { group } = groupOn({ connection: impatient });
    await expect(group.write(insert(1))).rejects.toMatchObject({ kind: 'conflict' });
    other.run('rollback');
    await group.write(insert(1));
    expect(await count()).toBe(1);
    impatient.close();
    other.close();
  });

  it('a unit that never ends is given up, and those behind it go on', async () => {
    const { group, clock } = groupOn();
    const stuck = group.write(async (tx) => {
      await insert(1)(tx);
      await new Promise(() => undefined);
    });
    const behind = group.write(insert(2));
    const failed = expect(stuck).rejects.toBeInstanceOf(DatabaseError);
    await clock.advance(Seconds(11));
    await failed;
    await behind;
    expect(await count()).toBe(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('a unit that ends the shared transaction fails its whole group, and the next one is whole again', async () => {
    const { group } = groupOn();
    const results = await Promise.allSettled([
      group.write(insert(1)),
      group.write((tx) => sql`rollback`.execute(tx)),
      group.write(insert(2)),
    ]);
    expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await count()).toBe(1);
  });

  it('close waits for what was asked for before it', async () => {
    const { group } = groupOn();
    const written = group.write(insert(1));
    await group.close();
    await written;
    await expect(group.write(insert(2))).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('a SQLite connection', () => {
  it('syncs every commit to the disk, on each connection and after reopening', async () => {
    const pragma = async (on: SqliteConnection, name: string) =>
      Object.values((await on.execute({ sql: `pragma ${name}`, parameters: [] } as never)).rows[0] as object)[0];
    for (const options of [{}, { readonly: true }, {}] as const satisfies readonly { readonly?: boolean }[]) {
      const opened = openSqliteConnection(path, options);
      expect(await pragma(opened, 'synchronous')).toBe(2);
      expect(await pragma(opened, 'journal_mode')).toBe('wal');
      expect(await pragma(opened, 'foreign_keys')).toBe(1);
      expect(await pragma(opened, 'temp_store')).toBe(options.readonly ? 0 : 2);
      opened.close();
    }
    connection.run('insert into thing (id) values (1)');
    expect(await pragma(connection, 'synchronous')).toBe(2);
  });
});
