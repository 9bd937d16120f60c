// @module-tag exhaustive
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import { migrate } from './migrate.ts';
import { executeOn } from './postgres-pool.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import type { Execute } from './unit-handle.ts';
import type { Database, Engine } from './unit-of-work.ts';

const OLDEST = '0007-warnings';
const ATTEMPTS = 50_000;
/** Whoever starts a new release waits for this, and so do doors that the cloud opens. */
const WITHIN_MS = 20_000;

const connect: Readonly<Record<Engine, (url: string) => Promise<{ execute: Execute; close(): Promise<unknown> }>>> = {
  sqlite: async (url) => {
    const { execute, close } = openSqliteConnection(url.slice('sqlite:'.length));
    return { execute, close: async () => close() };
  },
  postgres: async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return { execute: executeOn(client as unknown as pg.PoolClient), close: () => client.end() };
  },
};

const CONFIG = JSON.stringify({ doorId: 'door_a000000000000000', name: 'Front' });
const count = (rows: number) => `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})`;

/** A row or more of each table that there was, and as many unlocks as a busy facility has in a year. */
const ROWS = [
  `insert into organisation (id, name) values ('org_1', 'Gyms')`,
  `insert into facility (id, org_id, name, timezone) values ('fac_1', 'org_1', 'Ünö “Gym”', 'Europe/Berlin')`,
  `insert into partner values ('prt_1', 'Acme', 'facility_id', '', '{}')`,
  `insert into partner_organisation values ('prt_1', 'org_1')`,
  `insert into partner_key values ('key_1', 'prt_1', 'First', 'live', 'abcd', 'hash', 1, null, null, null)`,
  `insert into partner_integration values ('prt_1', 'fac_1', 1, null)`,
  `insert into box_claim values ('box_2', 'public', 'code', 99)`,
  `insert into box values ('box_1', 'fac_1', 'public', 'active', 5, 3)`,
  `insert into door (id, facility_id, box_id, name, config) values ('door_a000000000000000', 'fac_1', 'box_1', 'Front', '${CONFIG}')`,
  `${count(ATTEMPTS)} insert into unlock_attempt
     select 'evt_' || i, case when i % 7 = 0 then null else 'cmd_' || i end, 'prt_1', 'key_1', 'fac_1',
       'door_a000000000000000', 'box_1', 'req_' || i, 'member ' || (i % 900), 'Zoë', 'O''Neill', 'Zoë O''Neill "' || i || '"',
       null, case when i % 2 = 0 then 'app' end, '{"n": ' || i || '}', 'idem ' || i, 1767225600000 + i, 1767225606000 + i,
       case when i % 5000 = 0 then null else 1767225601000 + i end,
       case when i % 5000 = 0 then null when i % 11 = 0 then 'relay_fault' else 'unlocked' end,
       case when i % 5000 = 0 then null else '{"status": 200}' end, null
     from n`,
  `${count(500)} insert into unlock_key select 'prt_1', 'fac_1', 'door_a000000000000000', 'idem ' || i, 'evt_' || i, i from n`,
  `insert into box_epoch values ('box_1', 'e-1', 200, 'hash 200', 7)`,
  `${count(200)} insert into box_fact
     select 'box_1', 'e-1', i, 'boot', i + 0.5, 1767225600000 + i, 1, 1767225600000 + i, 'door.opened', 'door_a000000000000000',
       '{"kind":"door.opened","data":{"doorId":"door_a000000000000000","expected":true}}', 'hash ' || (i - 1), 'hash ' || i
     from n`,
  `insert into warning values ('wrn_1', 'box_offline', 'fac_1', 'box_1', 'It is away.', 4, 10, 20)`,
];

/** Each table by what orders its rows, and what its columns are called by now. */
const TABLES: Readonly<Record<string, { readonly by: string; readonly renamed?: Readonly<Record<string, string>> }>> = {
  organisation: { by: 'id' },
  facility: { by: 'id' },
  partner: { by: 'id' },
  partner_organisation: { by: 'partner_id' },
  partner_key: { by: 'id' },
  partner_integration: { by: 'partner_id' },
  box_claim: { by: 'box_id' },
  box: { by: 'id' },
  door: { by: 'id' },
  unlock_attempt: { by: 'started_at' },
  unlock_key: { by: 'expires_at', renamed: { partner_id: 'owner_id' } },
  box_epoch: { by: 'box_id' },
  box_fact: { by: 'seq' },
  warning: { by: 'id' },
};
type Row = Readonly<Record<string, unknown>>;
const rowsOf = (db: Database, table: string, by: string): Promise<Row[]> =>
  db.read(async (tx) => (await sql<Row>`select * from ${sql.table(table)} order by ${sql.ref(by)}`.execute(tx)).rows);

describe.each(ENGINES)('a database of an early release, on $name', ({ name, freshUrl }) => {
  it('becomes one of today in time, and every row is as it was', async () => {
    const url = await freshUrl({ migrated: false });
    const old = await connect[name](url);
    await migrate(name, old.execute, OLDEST);
    for (const text of ROWS) await old.execute({ sql: text, parameters: [] } as never);
    await old.close();
    const db = await openTestDatabase(url);
    const before = new Map<string, Row[]>();
    for (const [table, { by }] of Object.entries(TABLES)) before.set(table, await rowsOf(db, table, by));
    expect(before.get('unlock_attempt')).toHaveLength(ATTEMPTS);

    const startedMs = systemClock.monoMs();
    await db.migrate();
    expect(systemClock.monoMs() - startedMs).toBeLessThan(WITHIN_MS);

    for (const [table, { by, renamed = {} }] of Object.entries(TABLES)) {
      const rows = before.get(table) ?? [];
      const now = await rowsOf(db, table, by);
      expect(now.length, table).toBe(rows.length);
      const changed = rows.flatMap((row, i) =>
        Object.entries(row).filter(([column, value]) => now[i]?.[renamed[column] ?? column] !== value),
      );
      expect(changed, table).toEqual([]);
    }
    const staff = await rowsOf(db, 'unlock_attempt', 'started_at');
    expect([staff[0]?.user_id, staff[0]?.reason]).toEqual([null, null]);
    // N5 A key that worked somewhere works there still.
    expect(await rowsOf(db, 'partner_key_organisation', 'key_id')).toMatchObject([
      { key_id: 'key_1', org_id: 'org_1', consented_by: null },
    ]);
    await db.migrate();
  }, 120_000);
});
