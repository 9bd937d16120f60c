import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';

/** Bytes into a table that is gone afterwards: what PostgreSQL takes in at best. */
export interface CopyInto {
  /** `lines` as COPY's text format has them, for all columns. */
  copy(lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** `columns` as CREATE TABLE has them. */
export const openCopyInto = async (url: string, columns: string): Promise<CopyInto> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    copy: async (lines) => {
      await client.query('begin');
      await client.query(`create temp table copied (${columns}) on commit drop`);
      await pipeline([lines], client.query(from('copy copied from stdin')));
      await client.query('commit');
    },
    close: () => client.end(),
  };
};
