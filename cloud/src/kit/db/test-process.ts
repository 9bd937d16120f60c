import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { sql } from 'kysely';
import { openDatabase } from './open-database.ts';

/**
 * A process for the tests to kill: `migrate <url>` brings the schema up to date and ends; `write <url>` stores rows until
 * it is killed and says of each, over its channel to the parent, when it was acknowledged.
 */
const [mode, url = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const db = await openDatabase(url, { clock: systemClock, log });

if (mode === 'migrate') {
  await db.migrate();
  await db.close();
  process.disconnect();
} else {
  const one = async (id: string) => {
    await db.write((tx) => sql`insert into organisation (id, name) values (${id}, 'acknowledged')`.execute(tx));
    process.send?.(id);
  };
  for (let round = 0; ; round++) await Promise.all(Array.from({ length: 8 }, (_, i) => one(`${round}-${i}`)));
}
