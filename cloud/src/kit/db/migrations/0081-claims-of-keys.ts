import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** A claim is for a key: whoever knows a box's UUID alone has a claim of their own beside the box's. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await sql.raw('alter table box_claim rename to box_claim_before').execute(db);
  await createTable(
    db,
    engine,
    `box_claim (
      public_key text primary key,
      box_id text not null,
      code_hash text not null,
      network text not null,
      expires_at bigint not null
    )`,
  );
  for (const text of [
    `insert into box_claim (public_key, box_id, code_hash, network, expires_at)
       select public_key, min(box_id), min(code_hash), '', min(expires_at) from box_claim_before group by public_key`,
    'drop table box_claim_before',
    'create index box_claim_network on box_claim (network)',
    'create index box_claim_expires on box_claim (expires_at)',
  ])
    await sql.raw(text).execute(db);
};
