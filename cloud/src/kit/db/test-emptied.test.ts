// @module-tag postgres
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ENGINES } from './engines.ts';
import { emptied, shapeOf } from './test-emptied.ts';

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))('a database that is used again', ({ freshUrl }) => {
  it('is as one that was never used, and one of another shape is none', async () => {
    const client = new pg.Client({ connectionString: await freshUrl() });
    await client.connect();
    const rows = async (text: string) => (await client.query(text)).rows;
    const shape = await shapeOf(client);
    await client.query("insert into organisation (id, name) values ('org_1', 'A')");
    expect(await emptied(client, shape)).toBe(true);
    expect(await rows('select * from organisation')).toEqual([]);
    expect(await rows('select count(*)::int > 0 as kept from schema_migration')).toEqual([{ kept: true }]);
    expect(await rows('show session_replication_role')).toEqual([{ session_replication_role: 'origin' }]);
    await client.query("insert into schema_migration (name, timestamp) values ('9999-later', '')");
    expect(await emptied(client, shape)).toBe(false);
    await client.query("delete from schema_migration where name = '9999-later'");
    expect(await emptied(client, shape)).toBe(true);
    await client.query('alter table organisation add column odd text');
    expect(await emptied(client, shape)).toBe(false);
    await client.end();
  });
});
