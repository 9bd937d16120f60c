import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import { leftBy } from './test-migrate.ts';

const device = (id: string, facilityId: string | null, serial: string | null) =>
  `insert into device (id, kind, facility_id, name, serial_number, settings, secret_hash, registered_at, changed_at)
   values ('${id}', 'camera', ${facilityId === null ? 'null' : `'${facilityId}'`}, 'Camera', ${serial === null ? 'null' : `'${serial}'`}, '{}', 'hash', 1, 2)`;
const BEFORE = [
  `insert into organisation values ('org_1', 'Harbour'), ('org_2', 'Summit')`,
  `insert into facility (id, org_id, name, timezone) values ('fac_1', 'org_1', 'One', 'UTC'), ('fac_2', 'org_2', 'Two', 'UTC')`,
  device('a', 'fac_1', 'SN-1'),
  device('b', 'fac_2', 'SN-2'),
  device('c', null, 'SN-3'),
  device('d', 'fac_1', null),
  `insert into device_reset values ('rst_1', 'c', 'hash', 3, 'user:usr_1', null, null)`,
];

describe.each(ENGINES)(
  'devices that were there before serial numbers were their organisation’s, on $name',
  ({ name, freshUrl }) => {
    it('N11 keep everything, resets too, and their serial numbers count within their organisation from then on', async () => {
      const url = await freshUrl({ migrated: false });
      await leftBy(name, url, { through: '0092-doors-of-facts', rows: BEFORE });
      const db = await openTestDatabase(url);
      await db.migrate();
      const kept = await db.read((tx) =>
        tx.selectFrom('device').select(['id', 'facility_id', 'org_id', 'serial_number']).orderBy('id').execute(),
      );
      expect(kept.map((row) => Object.values(row))).toEqual([
        ['a', 'fac_1', 'org_1', 'SN-1'],
        ['b', 'fac_2', 'org_2', 'SN-2'],
        ['c', null, null, 'SN-3'],
        ['d', 'fac_1', 'org_1', null],
      ]);
      const resets = await db.read((tx) => tx.selectFrom('device_reset').select(['id', 'device_id']).execute());
      expect(resets).toEqual([{ id: 'rst_1', device_id: 'c' }]);

      const run = (text: string) => db.write(async (tx) => void (await sql.raw(text).execute(tx)));
      const named = (id: string, serial: string) =>
        run(`update device set serial_number = '${serial}' where id = '${id}'`);
      await named('b', 'SN-1');
      await expect(named('d', 'SN-1')).rejects.toMatchObject({ kind: 'unique' });
      await expect(run(`update facility set org_id = 'org_1' where id = 'fac_2'`)).rejects.toMatchObject({
        kind: 'unique',
      });
      await expect(
        run(`insert into device_reset values ('rst_2', 'x', 'hash', 3, '', null, null)`),
      ).rejects.toMatchObject({
        kind: 'foreign_key',
      });
      await named('b', 'SN-2');
      await run(`update facility set org_id = 'org_1' where id = 'fac_2'`);
      expect(await db.read((tx) => tx.selectFrom('device').where('id', '=', 'b').select('org_id').execute())).toEqual([
        { org_id: 'org_1' },
      ]);
    });
  },
);
