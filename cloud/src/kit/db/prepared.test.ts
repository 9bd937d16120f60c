import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from './engines.ts';
import { prepared, preparedForMany } from './prepared.ts';
import type { Database } from './unit-of-work.ts';

const [HARBOUR, RIVER] = ['org_0123456789abcdef', 'org_fedcba9876543210'] as [OrgId, OrgId];
const ORGANISATION = { id: HARBOUR, name: 'Harbour' };

describe.each(ENGINES)('a prepared query on $name', ({ open }) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });

  it('is built once, and gives each call its own values', async () => {
    let built = 0;
    const byName = prepared((tx, { name }: { name: string }) => {
      built++;
      return tx.selectFrom('organisation').where('name', '=', name).select(['id', 'name']);
    });
    const insert = prepared((tx, row: typeof ORGANISATION) => tx.insertInto('organisation').values(row));
    await db.write(async (tx) => {
      await insert(tx, ORGANISATION);
      await insert(tx, { id: RIVER, name: 'River' });
    });
    const found = await db.read(async (tx) => [
      await byName(tx, { name: 'Harbour' }),
      await byName(tx, { name: 'River' }),
      await byName(tx, { name: 'Nowhere' }),
    ]);
    expect(found).toEqual([[ORGANISATION], [{ id: RIVER, name: 'River' }], []]);
    expect(built).toBe(1);
  });

  it('keeps the constants of the query beside the values', async () => {
    const named = prepared((tx, { id }: { id: OrgId }) =>
      tx.selectFrom('organisation').where('name', '=', 'Harbour').where('id', '=', id).select('name'),
    );
    await db.write(async (tx) => void (await tx.insertInto('organisation').values(ORGANISATION).execute()));
    expect(await db.read((tx) => named(tx, { id: ORGANISATION.id }))).toEqual([{ name: 'Harbour' }]);
    expect(await db.read((tx) => named(tx, { id: RIVER }))).toEqual([]);
  });

  it('takes null, and refuses a value that is missing', async () => {
    const facility = {
      id: 'fac_0123456789abcdef' as FacilityId,
      org_id: ORGANISATION.id,
      name: 'Gym',
      timezone: 'UTC',
    };
    const insert = prepared(
      (tx, row: typeof facility & { brand: string | null; latitude: number | null; longitude: number | null }) =>
        tx.insertInto('facility').values(row),
    );
    const none = { brand: null, latitude: null, longitude: null };
    await db.write(async (tx) => {
      await tx.insertInto('organisation').values(ORGANISATION).execute();
      await insert(tx, { ...facility, ...none });
    });
    const { latitude: _, ...lacking } = { ...facility, ...none, id: 'fac_fedcba9876543210' };
    await expect(db.write((tx) => insert(tx, lacking as never))).rejects.toMatchObject({ kind: 'value' });
    expect(await db.read((tx) => tx.selectFrom('facility').select('id').execute())).toEqual([{ id: facility.id }]);
  });

  it('takes any number of rows by a few statements, none and odd numbers included', async () => {
    const sizes: number[] = [];
    const insert = preparedForMany((tx, rows: readonly (typeof ORGANISATION)[]) => {
      sizes.push(rows.length);
      return tx.insertInto('organisation').values(rows).returning('id');
    });
    const some = (count: number, letter: string) =>
      Array.from({ length: count }, (_, at) => ({ id: `org_${letter}${at}` as OrgId, name: `${letter} ${at}` }));
    const returned = await db.write(async (tx) => [
      await insert(tx, some(0, 'a')),
      await insert(tx, some(135, 'b')),
      await insert(tx, some(7, 'c')),
    ]);
    expect(returned.map((rows) => rows.length)).toEqual([0, 135, 7]);
    expect(sizes).toEqual([64, 4, 2, 1]);
    const stored = await db.read((tx) => tx.selectFrom('organisation').selectAll().execute());
    expect(new Set(stored.map(({ id, name }) => `${id} ${name}`)).size).toBe(142);
    expect(stored).toContainEqual({ id: 'org_b134', name: 'b 134', archived_at: null });
  });

  it('is part of its unit: nothing of it stays when the unit fails', async () => {
    const insert = prepared((tx, row: typeof ORGANISATION) => tx.insertInto('organisation').values(row));
    const failing = db.write(async (tx) => {
      await insert(tx, ORGANISATION);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.read((tx) => tx.selectFrom('organisation').selectAll().execute())).toEqual([]);
  });
});
