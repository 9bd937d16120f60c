import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** The sockets and streams on which users follow what happens: each has one of the places of its user, for as long as its lease. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `unified_connection (
      user_id text not null references platform_user (id),
      place bigint not null,
      id text not null unique,
      lease_until bigint not null,
      primary key (user_id, place)
    )`,
  );
};
