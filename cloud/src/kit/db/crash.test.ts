// @module-tag exhaustive
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';

const PROGRAM = fileURLToPath(new URL('./test-process.ts', import.meta.url));
const ENOUGH = 60;
const start = (mode: 'migrate' | 'write', url: string) => fork(PROGRAM, [mode, url], { execArgv: [] });

describe.each(ENGINES)('processes on $name', ({ freshUrl }) => {
  it('a process killed in mid-stream loses no acknowledged unit', async () => {
    const url = await freshUrl();
    const acknowledged: string[] = [];
    const writer = start('write', url);
    const gone = once(writer, 'exit');
    await new Promise<void>((resolve, reject) => {
      writer.once('exit', () => reject(new Error('the writer ended by itself')));
      writer.on('message', (id: string) => {
        if (acknowledged.push(id) === ENOUGH) resolve();
      });
    });
    writer.kill('SIGKILL');
    await gone;
    const db = await openTestDatabase(url);
    const stored = await db.read(async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from organisation`.execute(tx);
      return new Set(rows.map((row) => row.id));
    });
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    await db.write((tx) => sql`insert into organisation (id, name) values ('after', 'x')`.execute(tx));
  });

  it('three processes that migrate at once leave one whole schema', async () => {
    const url = await freshUrl({ migrated: false });
    const ends = await Promise.all([1, 2, 3].map(() => once(start('migrate', url), 'exit')));
    expect(ends).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    const db = await openTestDatabase(url);
    const names = await db.read(async (tx) => {
      const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(tx);
      return rows.map((row) => row.name);
    });
    expect(names.length).toBeGreaterThanOrEqual(8);
    expect(new Set(names).size).toBe(names.length);
    await db.migrate();
  });
});
