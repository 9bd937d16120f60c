import type { Kysely } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What people at panels have decided of the wiring of boxes, and how each version of a configuration wires them. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'box_configuration', definition: 'wiring text' });
  await createTable(
    db,
    engine,
    `wiring_decision (
      box_id text not null references box (id),
      decision_id text not null,
      facility_id text not null references facility (id),
      wiring text not null,
      outcome text not null check (outcome in ('confirmed', 'rejected')),
      decided_at bigint not null,
      decided_by text not null,
      staff_id text not null,
      received_at bigint not null,
      primary key (box_id, decision_id)
    )`,
  );
};
