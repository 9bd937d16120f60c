import type { Kysely } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What partners say of themselves, and since when organisations and facilities are linked with them, or no longer. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  for (const [table, definition] of [
    ['partner', 'website text'],
    ['partner', 'outage_email text'],
    ['partner', 'security_email text'],
    ['partner_organisation', 'since bigint'],
    ['partner_organisation', 'withdrawn_at bigint'],
    ['partner_integration', 'enabled_at bigint'],
    ['partner_integration', 'disabled_at bigint'],
  ] as const)
    await addColumn(db, engine, { table, definition });
  await createTable(
    db,
    engine,
    `partner_organisation_ended (
      partner_id text not null references partner (id),
      org_id text not null references organisation (id),
      name text not null,
      ended_at bigint not null,
      primary key (partner_id, org_id)
    )`,
  );
};
