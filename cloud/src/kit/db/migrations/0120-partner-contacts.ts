import type { Kysely } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who signs in at the partner console, and from where each key was last used. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `partner_contact (
      id text primary key,
      partner_id text not null references partner (id) on delete cascade,
      email text not null,
      name text not null,
      role text not null check (role in ('owner', 'developer')),
      created_at bigint not null,
      unique (partner_id, email)
    )`,
  );
  await addColumn(db, engine, { table: 'partner_key', definition: 'last_used_from text' });
};
