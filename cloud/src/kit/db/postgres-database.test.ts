// @module-tag postgres
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import type { Database, Tx } from './unit-of-work.ts';

const postgres = ENGINES.find((engine) => engine.name === 'postgres')!;
const add = (tx: Tx, id: string) => sql`insert into organisation (id, name) values (${id}, '0')`.execute(tx);
const touch = (tx: Tx, id: string) => sql`update organisation set name = name || '+' where id = ${id}`.execute(tx);
const nameOf = async (db: Database, id: string) =>
  db.read(
    async (tx) => (await sql<{ name: string }>`select name from organisation where id = ${id}`.execute(tx)).rows[0],
  );

describe('PostgreSQL', () => {
  it('two units that deadlock are both done in the end', async () => {
    // Time stands still: on a busy machine a deadlock may be found after nobody would try again.
    const db = await postgres.open({ clock: new ManualClock() });
    await db.write(async (tx) => {
      await add(tx, 'a');
      await add(tx, 'b');
    });
    const bothIn = Promise.withResolvers<void>();
    const oneDone = Promise.withResolvers<void>();
    let inside = 0;
    const unit = async (first: string, second: string) => {
      await db.write(async (tx) => {
        // A row that was rolled back is whose who asks first. Were it this unit again, the two would deadlock again.
        if (inside === 2) await oneDone.promise;
        await sql`set local deadlock_timeout = '20ms'`.execute(tx);
        await touch(tx, first);
        if (++inside === 2) bothIn.resolve();
        await bothIn.promise;
        await touch(tx, second);
      });
      oneDone.resolve();
    };
    await Promise.all([unit('a', 'b'), unit('b', 'a')]);
    expect(inside).toBe(3);
    expect(await nameOf(db, 'a')).toEqual({ name: '0++' });
  });

  it('a unit whose connection dies before the commit runs again, once', async () => {
    const warnings: string[] = [];
    const log = {
      info: () => undefined,
      warn: (...said: unknown[]) => void warnings.push(String(said[1])),
      error: () => undefined,
    };
    const db = await postgres.open({ log });
    let runs = 0;
    await db.write(async (tx) => {
      runs += 1;
      await add(tx, 'a');
      if (runs === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    expect(runs).toBe(2);
    expect(await nameOf(db, 'a')).toEqual({ name: '0' });
  });

  it('idle connections that die do not end the process', async () => {
    const db = await postgres.open();
    const other = await postgres.open();
    await db.write((tx) => add(tx, 'a'));
    await other.read((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and application_name = 'gatehouse'`.execute(
        tx,
      ),
    );
    expect(await nameOf(db, 'a')).toEqual({ name: '0' });
  });

  it('every session waits for the disk at commit', async () => {
    const db = await postgres.open();
    const { rows } = await db.read((tx) => sql`show synchronous_commit`.execute(tx));
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('a server that is not there is an error, not a wait', async () => {
    const url = await postgres.freshUrl();
    const nowhere = url.replace('gatehouse-pg-', 'gatehouse-no-');
    await expect(openTestDatabase(nowhere)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
