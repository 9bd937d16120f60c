import { type BareStatements, openBareStatements } from '@gatehouse/cloud/testing/bare-statements.ts';

/** What a database can do at best: nothing named, nothing added up. */
export interface AuditFloors {
  /** Reads the newest entries. */
  newest(limit: number): Promise<unknown>;
  /** Counts entries along the index of time, and touches no row. */
  count(period: { readonly from: number; readonly to: number }): Promise<unknown>;
  /** After a load: what PostgreSQL does by itself within the hour. */
  settle(): Promise<unknown>;
  close(): Promise<void>;
}

export const openAuditFloors = async (url: string): Promise<AuditFloors> => {
  const { run, close }: BareStatements = await openBareStatements(url);
  return {
    newest: (limit) => run(`select * from audit_entry order by at desc, id desc limit ${limit}`),
    count: ({ from, to }) => run(`select count(*) from audit_entry where at >= ${from} and at < ${to}`),
    settle: async () => url.startsWith('sqlite:') || run('vacuum analyze audit_entry'),
    close,
  };
};
