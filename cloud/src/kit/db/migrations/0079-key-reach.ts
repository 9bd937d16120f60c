import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Keys reach what they were made for. Those that are there keep every organisation that their partner may know of by now. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `partner_key_organisation (
      key_id text not null references partner_key (id),
      org_id text not null references organisation (id),
      consented_by text,
      consented_at bigint,
      primary key (key_id, org_id)
    )`,
  );
  await sql
    .raw(
      `insert into partner_key_organisation (key_id, org_id)
       select partner_key.id, link.org_id from partner_key
       join partner_organisation as link on link.partner_id = partner_key.partner_id`,
    )
    .execute(db);
  await addColumn(db, engine, { table: 'partner_key', definition: 'made_by text' });
};
