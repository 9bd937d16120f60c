import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteConnection } from './sqlite-connection.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { openSqliteLog } from './sqlite-log.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
  path = join(folder, 'a.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The files that this process has open. */
const open = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // The one that listed them.
    }
  });

describe('the log of a database', () => {
  it('is the file that commits are appended to, and what is closed syncs nothing', async () => {
    const connection = openSqliteConnection(path);
    const before = open().filter((file) => file === `${path}-wal`).length;
    const log = openSqliteLog(path);
    expect(open().filter((file) => file === `${path}-wal`)).toHaveLength(before + 1);
    await log.sync();
    await log.close();
    await expect(log.sync()).rejects.toMatchObject({ code: 'EBADF' });
    connection.close();
  });

  it('is synced once a commit, before the unit hears of it and before anybody reads it', async () => {
    const syncs: PromiseWithResolvers<void>[] = [];
    const db = openSqliteDatabase(path, { clock: new ManualClock() }, () => ({
      sync: () => {
        const one = Promise.withResolvers<void>();
        syncs.push(one);
        return one.promise;
      },
      close: async () => undefined,
    }));
    const told: string[] = [];
    const note = (what: string) => (value: unknown) => void told.push(`${what} ${JSON.stringify(value)}`);
    const made = db
      .write((tx) => sql`create table thing (id integer) strict`.execute(tx))
      .then(() => told.push('made'));
    while (syncs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const tables = db
      .read(async (tx) => (await sql`select name from sqlite_schema`.execute(tx)).rows)
      .then(note('read'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    syncs[0]?.resolve();
    await Promise.all([made, tables]);
    expect(told).toEqual(['made', 'read [{"name":"thing"}]']);
    expect(syncs).toHaveLength(1);
    await db.close();
  });
});
