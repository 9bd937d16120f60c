import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What was sent and answered, redacted, of refusals and of what dryrun keys asked. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `kept_exchange (
      request_id text primary key,
      tenant text not null,
      at bigint not null,
      exchange text not null
    )`,
  );
  await sql.raw('create index kept_exchange_at on kept_exchange (at)').execute(db);
};
