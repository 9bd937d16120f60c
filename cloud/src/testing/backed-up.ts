import { openTestDatabase, type TestEngine } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';

/**
 * A database that an operator backs up and restores whole, under whoever uses it: what is restored is a copy of the database as it was,
 * with all of its tables and triggers.
 */
export const openBackedUp = async ({ freshUrl, copyOf }: Pick<TestEngine, 'freshUrl' | 'copyOf'>) => {
  let url = await freshUrl();
  let current = await openTestDatabase(url);
  const db = new Proxy({} as Database, {
    get: (_, name: keyof Database) => {
      const value = current[name];
      return typeof value === 'function' ? value.bind(current) : value;
    },
  });
  return {
    db,
    /** Nobody may use it meanwhile, as of `restore`. */
    backup: async (): Promise<string> => {
      await current.close();
      const kept = await copyOf(url);
      current = await openTestDatabase(url);
      return kept;
    },
    restore: async (kept: string): Promise<void> => {
      await current.close();
      url = await copyOf(kept);
      current = await openTestDatabase(url);
    },
  };
};
