import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const add = (definition: string) => addColumn(db, engine, { table: 'member', definition });
  await add(`record text not null default '{}'`);
  await add('updated_at bigint');
  await add('stored_at bigint not null default 0');
  await add('picture_key text');
  const names = `'first_name', first_name, 'last_name', last_name`;
  const record = engine === 'sqlite' ? `json_object(${names})` : `json_build_object(${names})::text`;
  await sql.raw(`update member set record = ${record}`).execute(db);
  await sql.raw('alter table member drop column first_name').execute(db);
  await sql.raw('alter table member drop column last_name').execute(db);
  await createTable(
    db,
    engine,
    `member_windows (
      partner_id text not null,
      facility_id text not null,
      member_id text not null,
      revision bigint not null,
      hash text not null,
      canonical text not null,
      scope_keys text not null,
      program ${engine === 'sqlite' ? 'blob' : 'bytea'} not null,
      primary key (partner_id, facility_id, member_id),
      foreign key (partner_id, facility_id, member_id) references member (partner_id, facility_id, member_id)
    )`,
  );
  // Compressing this text would be the dearest part of a push; and beside the row it is out of the way of the program.
  if (engine === 'postgres')
    await sql.raw('alter table member_windows alter column canonical set storage external').execute(db);
  await createTable(
    db,
    engine,
    `member_picture (
      object_key text primary key,
      state text not null check (state in ('put', 'used', 'doomed')),
      at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `member_push (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      digest text not null,
      version bigint not null,
      primary key (partner_id, facility_id)
    )`,
  );
  await sql.raw(`create index member_picture_unused on member_picture (at) where state <> 'used'`).execute(db);
};
