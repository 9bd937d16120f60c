import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import { leftBy } from './test-migrate.ts';

const event = (id: string, data: string) =>
  `insert into partner_event (id, partner_id, facility_id, kind, occurred_at, recorded_at, data)
   values ('${id}', 'ptr_1', 'fac_1', 'unlock', 1, 1, '${data}')`;
const told = (id: string, type: string, data: string) =>
  `insert into operator_event (id, org_id, facility_id, type, occurred_at, recorded_at, data)
   values ('${id}', 'org_1', 'fac_1', '${type}', 1, 1, '${data}')`;
const BEFORE = [
  event('fev_1', '{"outcome":"unlocked","member_id":"M \\"1\\" ö"}'),
  event('fev_2', '{"outcome":"unlocked"}'),
  told('oev_1', 'unlock.finished', '{"partnerId":"ptr_1","memberId":"M-1"}'),
  told('oev_2', 'warning.opened', '{"kind":"banned_person_let_in","subject":"per_1","message":"for member M-1"}'),
  told('oev_3', 'warning.opened', '{"kind":"relay_fault_repeated","subject":"door_1","message":"stuck"}'),
  `insert into local_entry values ('box_1', 'evt_1', '[{"memberId":"M-1"}]', '{}', 1)`,
  `insert into local_entry values ('box_1', 'evt_2', '[{"memberId":"M-1"}]', null, 1)`,
];

describe.each(ENGINES)('what was stored before members were found by an index, on $name', ({ name, freshUrl }) => {
  it('is found by it as well, and words that named a member do so no more', async () => {
    const url = await freshUrl({ migrated: false });
    await leftBy(name, url, { through: '0063-erasures', rows: BEFORE });
    const db = await openTestDatabase(url);
    await db.migrate();
    const rows = (table: string, by: string) =>
      db.read(
        async (tx) =>
          (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${sql.ref(by)}`.execute(tx))
            .rows,
      );
    expect((await rows('partner_event', 'id')).map(({ member_id }) => member_id)).toEqual(['M "1" ö', null]);
    const operators = await rows('operator_event', 'id');
    expect(operators.map(({ member_id }) => member_id)).toEqual(['M-1', null, null]);
    expect(operators.slice(1).map(({ data }) => JSON.parse(String(data)).message)).toEqual([undefined, 'stuck']);
    expect((await rows('local_entry', 'entry_id')).map(({ members }) => members)).toEqual([
      null,
      '[{"memberId":"M-1"}]',
    ]);
  });
});
