import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../db/unit-of-work.ts';

/** Resolves once a statement waits for a lock, on PostgreSQL. */
export const aLockWait = async (db: Database): Promise<void> => {
  await vi.waitFor(async () => {
    const rows = await db.read(async (tx) => (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows);
    expect(rows).not.toEqual([]);
  });
};
