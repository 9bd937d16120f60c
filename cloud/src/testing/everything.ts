import { areas } from '../areas.ts';
import type { Database } from '../kit/db/unit-of-work.ts';

/** Every row of every table, as text. */
export const everything = async (db: Pick<Database, 'read'>): Promise<string> => {
  const owned = areas.flatMap(({ modules }) => modules.flatMap(({ owns }) => Object.keys(owns)));
  const rows = await db.read(async (tx) => {
    const all: unknown[] = [];
    for (const table of owned)
      all.push(
        await tx
          .selectFrom(table as 'ai_request')
          .selectAll()
          .execute(),
      );
    return all;
  });
  return JSON.stringify(rows);
};
