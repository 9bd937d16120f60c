import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from './box-store.ts';
import { openDatabase } from './database.ts';
import { isFirstStart } from './first-start.ts';
import { lockFolder } from './folder-lock.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'store-'));
const door = DoorId.parse('door_0123456789abcdef');
const options = { nowMs: Date.parse('2026-11-20T10:00:00Z'), log: silentLog };

describe('a store on disk', () => {
  it('syncs every commit, also after it was closed and opened again', () => {
    const path = join(folder(), 'a.db');
    for (let round = 0; round < 2; round++) {
      const db = openDatabase(path, ['CREATE TABLE t (a INTEGER) STRICT']);
      db.exec('INSERT INTO t VALUES (1)');
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
      db.close();
    }
  });

  it('takes on new schema versions once, and serves the release before that again', () => {
    const path = join(folder(), 'a.db');
    const first = 'CREATE TABLE t (a INTEGER) STRICT';
    const second = 'CREATE TABLE u (b INTEGER) STRICT';
    openDatabase(path, [first]).close();
    openDatabase(path, [first, second]).close();
    const older = openDatabase(path, [first]);
    older.exec('INSERT INTO t VALUES (1)');
    older.close();
    const newer = openDatabase(path, [first, second]);
    expect(newer.prepare('SELECT a FROM t').pluck().all()).toEqual([1]);
    newer.close();
  });

  it('refuses a file of a newer release that says that it breaks what was before, and so does every later one', () => {
    const path = join(folder(), 'a.db');
    const first = 'CREATE TABLE t (a INTEGER) STRICT';
    const breaking = { breaks: 'ALTER TABLE t RENAME COLUMN a TO b' };
    openDatabase(path, [first, breaking, 'CREATE TABLE u (c INTEGER) STRICT']).close();
    expect(() => openDatabase(path, [first])).toThrow(/newer versions only/);
    openDatabase(path, [first, breaking]).close();
  });
});

describe('the box store', () => {
  it('remembers values and maintenance over a restart', async () => {
    const path = join(folder(), 'box.db');
    const box = openBoxStore(path, options);
    box.slot('floor', z.int()).keep(42);
    await box.maintenance.commit(door, { ...NO_MAINTENANCE, mode: 'force-closed', generation: 3 });
    box.close();
    const again = openBoxStore(path, options);
    expect(again.slot('floor', z.int()).load()).toBe(42);
    expect(again.maintenance.load()[door]).toMatchObject({ mode: 'force-closed', generation: 3 });
    expect(again.slot('floor', z.string()).load()).toBeUndefined();
    again.close();
  });

  it('leaves every table that an agent from before an update that was undone cannot do without', () => {
    const box = openBoxStore(join(folder(), 'box.db'), options);
    const tables = box.db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    for (const name of ['slot', 'maintenance', 'sign_in_failure', 'local_client', 'pass_use', 'ban', 'pin_try'])
      expect(tables).toContain(name);
    box.close();
  });

  it('is set aside and begun anew when the file is damaged', () => {
    const dir = folder();
    const path = join(dir, 'box.db');
    writeFileSync(path, 'this is no database, however long one reads on '.repeat(40));
    const box = openBoxStore(path, options);
    expect(box.maintenance.load()).toEqual({});
    box.close();
    expect(readdirSync(dir)).toContain('box.db.set-aside-2026-11-20T10-00-00.000Z');
  });

  it('that is damaged again and again does not fill the disk with its copies', () => {
    const dir = folder();
    const path = join(dir, 'box.db');
    for (let day = 1; day <= 5; day++) {
      writeFileSync(path, 'this is no database, however long one reads on '.repeat(40));
      openBoxStore(path, { ...options, nowMs: Date.parse(`2026-11-2${day}T10:00:00Z`) }).close();
    }
    const kept = readdirSync(dir).filter((name) => name.includes('set-aside'));
    expect(kept.map((name) => name.slice(17, 27)).sort()).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
  });

  it.each([
    ['was emptied', (path: string) => writeFileSync(path, '')],
    ['was missing', (path: string) => rmSync(path)],
    [
      'is no file',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('S3 is no new one because it %s: only an empty folder is a first start', (why, harm) => {
    const path = join(folder(), 'box.db');
    expect([openBoxStore(path, options).rebuilt, isFirstStart(dirname(path))]).toEqual([undefined, false]);
    writeFileSync(join(dirname(path), 'identity.json'), '{}');
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    harm(path);
    expect(openBoxStore(path, options).rebuilt).toContain(why);
  });

  it('is set aside when a page in the middle is damaged', () => {
    const path = join(folder(), 'box.db');
    const box = openBoxStore(path, options);
    for (let i = 0; i < 300; i++) box.slot(`slot-${i}`, z.string()).keep('x'.repeat(200));
    box.close();
    const db = new Database(path);
    db.pragma('journal_mode = DELETE');
    db.unsafeMode().pragma('writable_schema = ON');
    db.prepare("UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'maintenance'").run();
    db.close();
    const again = openBoxStore(path, options);
    expect(again.slot('slot-1', z.string()).load()).toBeUndefined();
    again.close();
  });
});

describe('the lock of the data folder', () => {
  it('refuses a second agent in words, and lets it in after the first', () => {
    const dir = folder();
    const lock = lockFolder(dir);
    expect(() => lockFolder(dir)).toThrow(new RegExp(`Another agent \\(process ${process.pid}\\)`));
    lock.release();
    lockFolder(dir).release();
  });

  it('is free again when its owner was killed', async () => {
    const dir = folder();
    const module = new URL('./folder-lock.ts', import.meta.url).href;
    const script = `const { lockFolder } = await import('${module}'); lockFolder('${dir}'); process.stdout.write('locked'); process.stdin.resume();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      expect(() => lockFolder(dir)).toThrow(/Another agent/);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    lockFolder(dir).release();
  });
});
