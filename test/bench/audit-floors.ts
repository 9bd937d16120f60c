import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** What a database can do at best: bare statements on a connection of their own, nothing named, nothing added up. */
export interface AuditFloors {
  /** Reads the newest entries. */
  newest(limit: number): Promise<unknown>;
  /** Counts entries along the index of time, and touches no row. */
  count(period: { readonly from: number; readonly to: number }): Promise<unknown>;
  /** After a load: what a database does by itself within the hour. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const newest = (limit: number) => `select * from audit_entry order by at desc, id desc limit ${limit}`;
const count = ({ from, to }: { from: number; to: number }) =>
  `select count(*) from audit_entry where at >= ${from} and at < ${to}`;

export const openAuditFloors = async (url: string): Promise<AuditFloors> => {
  if (url.startsWith('sqlite:')) return sqliteFloors(url.slice(7));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    newest: (limit) => client.query(newest(limit)),
    count: (period) => client.query(count(period)),
    settle: async () => void (await client.query('vacuum analyze audit_entry')),
    close: () => client.end(),
  };
};

/** The file is there once it is migrated: opened when it is first asked. */
const sqliteFloors = (path: string): AuditFloors => {
  let opened: Sqlite.Database | undefined;
  const db = () => {
    opened ??= new Sqlite(path, { readonly: true });
    return opened;
  };
  return {
    newest: async (limit) => db().prepare(newest(limit)).all(),
    count: async (period) => db().prepare(count(period)).get(),
    settle: async () => undefined,
    close: async () => void opened?.close(),
  };
};
