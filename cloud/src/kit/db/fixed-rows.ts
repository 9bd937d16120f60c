import { type Kysely, sql } from 'kysely';
import type { Engine } from './unit-of-work.ts';

/** What no statement may do to the rows of a table. */
type Forbidden = 'update' | 'delete';

/**
 * Makes the rows of a table stay as they were written, whoever writes the statement: triggers refuse it. With `update` alone rows may still
 * be deleted, by a retention policy for instance. `key`: columns that are unique together. On SQLite `insert or replace` deletes
 * what is in its way without asking a trigger, so what has the key of a row that is there is dropped before.
 */
export const fixRows = async (
  db: Kysely<unknown>,
  engine: Engine,
  {
    table,
    key,
    never,
  }: { readonly table: string; readonly key: readonly string[]; readonly never: readonly Forbidden[] },
): Promise<void> => {
  const words = `rows of ${table} never change`;
  if (engine === 'postgres') {
    const name = `${table}_fixed`;
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
          begin raise exception '${words}' using errcode = 'restrict_violation'; end $$`,
      )
      .execute(db);
    await sql
      .raw(`create trigger ${name} before ${never.join(' or ')} on ${table} for each row execute function ${name}()`)
      .execute(db);
    await sql
      .raw(`create trigger ${name}_whole before truncate on ${table} for each statement execute function ${name}()`)
      .execute(db);
    return;
  }
  for (const what of never)
    await sql
      .raw(`create trigger ${table}_no_${what} before ${what} on ${table} begin select raise(abort, '${words}'); end`)
      .execute(db);
  const same = key.map((column) => `${column} = new.${column}`).join(' and ');
  await sql
    .raw(
      `create trigger ${table}_no_replace before insert on ${table}
        when exists (select 1 from ${table} where ${same}) begin select raise(ignore); end`,
    )
    .execute(db);
};

/**
 * Makes an update of a table's rows the one change that `allowed` says, an expression of `old` and `new`: triggers refuse all others,
 * whoever writes the statement.
 */
export const allowOneChange = async (
  db: Kysely<unknown>,
  engine: Engine,
  {
    table,
    trigger,
    allowed,
    words,
  }: { readonly table: string; readonly trigger: string; readonly allowed: string; readonly words: string },
): Promise<void> => {
  if (engine === 'sqlite') {
    await sql
      .raw(
        `create trigger ${trigger} before update on ${table} when not (${allowed})
          begin select raise(abort, '${words}'); end`,
      )
      .execute(db);
    return;
  }
  await sql
    .raw(
      `create function ${trigger}() returns trigger language plpgsql as $$
        begin
          if not (${allowed}) then raise exception '${words}' using errcode = 'restrict_violation'; end if;
          return new;
        end $$`,
    )
    .execute(db);
  await sql
    .raw(`create trigger ${trigger} before update on ${table} for each row execute function ${trigger}()`)
    .execute(db);
};
