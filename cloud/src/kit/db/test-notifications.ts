import pg from 'pg';

const OURS = "datname = current_database() and application_name = 'gatehouse notifications'";

/** What this asks of the database at that URL, on a connection of its own. */
const rowsOf = async <T extends object>(url: string, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
};

/** How many processes on that database hear what others have changed. */
export const listenersAt = async (url: string): Promise<number> =>
  (await rowsOf(url, `select pid from pg_stat_activity where ${OURS} and query like 'listen%'`)).length;

/** Cuts every connection that tells of changes: what is said until they are there again is lost. */
export const cutNotifications = async (url: string): Promise<void> => {
  await rowsOf(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`);
};
