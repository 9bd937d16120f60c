// @module-tag postgres
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ENGINES } from './engines.ts';
import { emptied, shapeOf } from './test-emptied.ts';

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))('a database that is used again', ({ freshUrl }) => {
  const query = async (url: string, text: string): Promise<pg.QueryResult['rows']> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  it('is as one that was never used, and one of another shape is none', async () => {
    const url = await freshUrl();
    const shape = await shapeOf(url);
    await query(url, "insert into organisation (id, name) values ('org_1', 'A')");
    expect(await emptied(url, shape)).toBe(true);
    expect(await query(url, 'select * from organisation')).toEqual([]);
    expect(await query(url, 'select count(*)::int > 0 as kept from schema_migration')).toEqual([{ kept: true }]);
    await query(url, 'alter table organisation add column odd text');
    expect(await emptied(url, shape)).toBe(false);
  });
});
