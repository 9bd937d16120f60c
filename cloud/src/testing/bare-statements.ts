import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** SQL as it is written, on a connection of its own: what a database can do with nothing of ours around it. */
export interface BareStatements {
  run(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

export const openBareStatements = async (url: string): Promise<BareStatements> => {
  if (url.startsWith('sqlite:')) {
    const db = new Sqlite(url.slice(7));
    return {
      run: async (statement) => {
        const prepared = db.prepare(statement);
        return prepared.reader ? prepared.all() : prepared.run();
      },
      close: async () => void db.close(),
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { run: (statement) => client.query(statement), close: () => client.end() };
};
