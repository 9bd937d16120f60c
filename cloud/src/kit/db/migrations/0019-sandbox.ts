import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `sandbox_facility (
      facility_id text primary key references facility (id)
    )`,
  );
  await createTable(
    db,
    engine,
    `sandbox_simulation (
      door_id text not null references door (id),
      scenario text not null,
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      box_id text,
      until_at bigint not null,
      primary key (door_id, scenario, partner_id)
    )`,
  );
};
