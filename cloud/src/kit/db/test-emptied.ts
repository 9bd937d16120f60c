import type pg from 'pg';

/** What a database looks like: it changes with the shape of its tables and with what it says was done to them, and with no other row. */
const SHAPE = `select count(*) || ' ' || max(xmin::text::bigint) || ' ' ||
    (select md5(string_agg(name, ' ' order by name)) from schema_migration) as shape
  from pg_class where relnamespace = 'public'::regnamespace`;
/** Tables that ever had a row; by their files, for to open them all takes longer than to empty some. */
const USED = `select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_migration%'
    and (pg_stat_file(pg_relation_filepath(oid))).size > 0`;
const SEQUENCES = `select setval(oid, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;

type Asked = Pick<pg.ClientBase, 'query'>;

export const shapeOf = async (client: Asked): Promise<string> => (await client.query(SHAPE)).rows[0].shape;

/**
 * Empties a database of PostgreSQL, so that it is as good as new: a tenth of the work of dropping it and copying another. False where its
 * tables no longer have the shape given. Rejects where somebody still holds them.
 */
export const emptied = async (client: Asked, shape: string): Promise<boolean> => {
  if ((await shapeOf(client)) !== shape) return false;
  const used: { name: string }[] = (await client.query(USED)).rows;
  await client.query(
    [
      // As a replica does, without asking which row refers to which.
      "begin; set local session_replication_role = replica; set local lock_timeout = '1s'",
      ...used.map(({ name }) => `delete from ${name}`),
      SEQUENCES,
      'commit',
    ].join('; '),
  );
  return true;
};
