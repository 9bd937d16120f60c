import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../kit/db/unit-of-work.ts';

/** Resolves once a statement waits for a lock, on PostgreSQL. */
export const aLockWait = async (db: Database): Promise<void> => {
  const lookAgain = async () => {
    // Other test files wait for locks of their own on the same server.
    const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
    const { rows } = await db.read((tx) => waiting.execute(tx));
    expect(rows).not.toEqual([]);
  };
  await vi.waitFor(lookAgain, { timeout: 10_000 });
};
