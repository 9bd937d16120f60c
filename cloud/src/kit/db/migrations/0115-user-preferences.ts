import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `user_preferences (
      user_id text primary key references platform_user (id),
      preferences text not null,
      changed_at bigint not null
    )`,
  );
