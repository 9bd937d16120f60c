import pg from 'pg';

/** What the tables of a database look like: it changes with whatever changes their shape, and with no row. */
const SHAPE = `select count(*) || ' ' || max(xmin::text::bigint) as shape from pg_class where relnamespace = 'public'::regnamespace`;
/** Tables that ever had a row; by their files, for to open them all takes longer than to empty some. */
const USED = `select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_migration%'
    and (pg_stat_file(pg_relation_filepath(oid))).size > 0`;
const SEQUENCES = `select setval(oid, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;

const connected = async <T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

const shapeBy = async (client: pg.Client): Promise<string> => (await client.query(SHAPE)).rows[0].shape;

export const shapeOf = (url: string): Promise<string> => connected(url, shapeBy);

/**
 * Empties a database of PostgreSQL, so that it is as good as new: a tenth of the work of dropping it and copying another. False where its
 * tables no longer have the shape given, or somebody still holds them.
 */
export const emptied = (url: string, shape: string): Promise<boolean> =>
  connected(url, async (client) => {
    if ((await shapeBy(client)) !== shape) return false;
    const used: { name: string }[] = (await client.query(USED)).rows;
    // As a replica does, without asking which row refers to which.
    const orders = ["set session_replication_role = replica; set lock_timeout = '1s'"];
    await client.query([...orders, ...used.map(({ name }) => `delete from ${name}`), SEQUENCES].join('; '));
    return true;
  }).catch(() => false);
