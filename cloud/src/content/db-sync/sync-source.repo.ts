import type { Readable } from 'node:stream';
import type { CopiedTable } from '../../kit/modules/table-policy.ts';
import { type Connection, openConnection } from './connections.repo.ts';
import { takenOf, VIEWS } from './sync-plan.ts';

/** What a source says of itself. */
export interface Manifest {
  /** Which installation it is of. */
  readonly installation: string;
  readonly fingerprint: string;
}

/** Its masked views, and nothing else of another installation. */
export interface SyncSource {
  manifest(): Promise<Manifest>;
  count(table: string): Promise<number>;
  /** The columns that are taken of a table, in the order of `takenOf`. */
  rows(table: string, policy: CopiedTable, atOnce: number): AsyncIterable<readonly (readonly unknown[])[]>;
  /** The same as COPY writes them, where it is a PostgreSQL. */
  readonly copied?: (table: string, policy: CopiedTable) => Readable;
  close(): Promise<void>;
}

/** Opens `SYNC_SOURCE_URL`. All that is read of it until it is closed is of one moment. Rejects where it does not answer. */
export const openSource = async (
  url: string,
  options: { readonly statementTimeoutMs?: number } = {},
): Promise<SyncSource> => {
  const connection = await openConnection(url, { readonly: true, ...options });
  try {
    return await sourceOn(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
};

const sourceOn = async (connection: Connection): Promise<SyncSource> => {
  const { ask, chunks, copyOut, close, engine } = connection;
  await ask(engine === 'sqlite' ? 'begin' : 'begin isolation level repeatable read read only');
  const prefix = engine === 'sqlite' ? '' : `${VIEWS}.`;
  const taken = (table: string, policy: CopiedTable) => `select ${takenOf(policy).join(', ')} from ${prefix}${table}`;
  return {
    manifest: async () => {
      const [row] = await ask(`select installation, fingerprint from ${prefix}manifest`);
      if (row === undefined) throw new Error('the source has no manifest');
      return { installation: String(row.installation), fingerprint: String(row.fingerprint) };
    },
    count: async (table) => Number((await ask(`select count(*) as n from ${prefix}${table}`))[0]?.n),
    rows: (table, policy, atOnce) => chunks(taken(table, policy), atOnce),
    ...(copyOut && { copied: (table: string, policy: CopiedTable) => copyOut(taken(table, policy)) }),
    close,
  };
};
