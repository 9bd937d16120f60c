import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import { DatabaseError } from './errors.ts';
import { openDatabase } from './open-database.ts';
import type { Database, Tx } from './unit-of-work.ts';

interface TestTables {
  thing: { id: string; revision: number; winner: string | null; note: string | null };
}
const things = (tx: Tx) => tx as unknown as Kysely<TestTables>;
const create = (db: Database) =>
  db.write((tx) =>
    sql
      .raw(
        `create table thing (id text primary key, revision ${db.engine === 'sqlite' ? 'integer' : 'bigint'} not null, winner text, note text)${db.engine === 'sqlite' ? ' strict' : ''}`,
      )
      .execute(tx),
  );
const insert = (tx: Tx, id: string, more: { revision?: number; note?: string } = {}) =>
  things(tx)
    .insertInto('thing')
    .values({ id, revision: 0, winner: null, note: null, ...more })
    .execute();
const ids = (db: Database) =>
  db.read(async (tx) => (await things(tx).selectFrom('thing').select('id').orderBy('id').execute()).map((r) => r.id));
const kindOf = async (result: Promise<unknown>) => {
  const error: unknown = await result.then(
    () => undefined,
    (e: unknown) => e,
  );
  return error instanceof DatabaseError ? error.kind : error;
};

describe.each(ENGINES)('units of work on $name', ({ name, open, freshUrl }) => {
  const fresh = async () => {
    const db = await open();
    await create(db);
    return db;
  };

  it('a claim by insert is won exactly once, in 50 of 50 rounds with 20 racers', async () => {
    const db = await fresh();
    for (let round = 0; round < 50; round++) {
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, racer) =>
          db.write(async (tx) => {
            const rows = await things(tx)
              .insertInto('thing')
              .values({ id: `claim-${round}`, revision: 0, winner: `${racer}`, note: null })
              .onConflict((c) => c.doNothing())
              .returning('id')
              .execute();
            return rows.length;
          }),
        ),
      );
      expect(won.reduce((a, b) => a + b)).toBe(1);
    }
  });

  it('the newest revision wins whatever the order, in 50 of 50 rounds', async () => {
    const db = await fresh();
    for (let round = 0; round < 50; round++) {
      const id = `rev-${round}`;
      await db.write((tx) => insert(tx, id));
      const revisions = Array.from({ length: 20 }, (_, i) => ((i * 7) % 20) + 1);
      await Promise.all(
        revisions.map((revision) =>
          db.write((tx) =>
            things(tx)
              .updateTable('thing')
              .set({ revision, winner: `${revision}` })
              .where('id', '=', id)
              .where('revision', '<', revision)
              .execute(),
          ),
        ),
      );
      const row = await db.read((tx) =>
        things(tx).selectFrom('thing').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      );
      expect(row).toMatchObject({ revision: 20, winner: '20' });
    }
  });

  it('a unit that throws leaves nothing, and its neighbours stay', async () => {
    const db = await fresh();
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        db.write(async (tx) => {
          await insert(tx, `n-${String(i).padStart(2, '0')}`);
          if (i % 3 === 0) throw new Error(`unit ${i}`);
          return i;
        }),
      ),
    );
    for (const [i, result] of results.entries())
      expect(result).toMatchObject(
        i % 3 === 0 ? { reason: { message: `unit ${i}` } } : { status: 'fulfilled', value: i },
      );
    expect(await ids(db)).toHaveLength(20);
  });

  it('a unit whose statement failed fails, even if its code goes on', async () => {
    const db = await fresh();
    await db.write((tx) => insert(tx, 'a'));
    const swallowed = db.write(async (tx) => {
      await insert(tx, 'a').catch(() => undefined);
      return 'fine';
    });
    expect(await kindOf(swallowed)).toBe('aborted');
    const goesOn = db.write(async (tx) => {
      await insert(tx, 'a').catch(() => undefined);
      await insert(tx, 'b');
    });
    expect(await kindOf(goesOn)).toBe('aborted');
    expect(await ids(db)).toEqual(['a']);
  });

  it('a unit cannot be used after its end, so it cannot reach into another', async () => {
    const db = await fresh();
    let leaked: Tx | undefined;
    await db.write(async (tx) => {
      leaked = tx;
    });
    await db.write(async (tx) => {
      await insert(tx, 'mine');
      await expect(insert(leaked!, 'stray')).rejects.toThrow('after its unit of work had ended');
    });
    expect(await ids(db)).toEqual(['mine']);
  });

  it('units can neither be nested nor ended by hand', async () => {
    const db = await fresh();
    await expect(db.write((tx) => Promise.resolve(tx.transaction().execute(async () => 1)))).rejects.toThrow();
    await expect(db.write(() => db.write(async () => 1))).rejects.toThrow('within another one');
    if (name === 'sqlite') await expect(db.write((tx) => sql`commit`.execute(tx))).rejects.toThrow();
    await db.write((tx) => insert(tx, 'after'));
    expect(await ids(db)).toEqual(['after']);
  });

  it('a read sees what was acknowledged and cannot write', async () => {
    const db = await fresh();
    await db.write((tx) => insert(tx, 'a'));
    expect(await ids(db)).toEqual(['a']);
    expect(await kindOf(db.read((tx) => insert(tx, 'b')))).toBe('read_only');
    expect(await ids(db)).toEqual(['a']);
  });

  it('a read does not see a unit that has not been committed', async () => {
    const db = await fresh();
    const gate = Promise.withResolvers<void>();
    const inserted = Promise.withResolvers<void>();
    const writing = db.write(async (tx) => {
      await insert(tx, 'a');
      inserted.resolve();
      await gate.promise;
    });
    await inserted.promise;
    expect(await ids(db)).toEqual([]);
    gate.resolve();
    await writing;
    expect(await ids(db)).toEqual(['a']);
  });

  it('integers come back as exact numbers, and others are refused', async () => {
    const db = await fresh();
    await db.write((tx) => insert(tx, 'max', { revision: Number.MAX_SAFE_INTEGER }));
    const row = await db.read((tx) =>
      things(tx)
        .selectFrom('thing')
        .select(['revision', (e) => e.fn.sum('revision').as('total'), (e) => e.fn.countAll().as('n')])
        .groupBy('revision')
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ revision: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER, n: 1 });
    for (const revision of [2 ** 53, -(2 ** 53), 1.5, Number.NaN, true as unknown as number, '1e' as unknown as number])
      expect(await kindOf(db.write((tx) => insert(tx, `bad-${revision}`, { revision })))).toBe('value');
    expect(await ids(db)).toEqual(['max']);
  });

  it('text that the engines would store differently is refused', async () => {
    const db = await fresh();
    for (const note of ['a\u0000b', '\ud800', 'x\udc00y'])
      expect(await kindOf(db.write((tx) => insert(tx, 'bad', { note })))).toBe('value');
    await db.write((tx) => insert(tx, 'good', { note: 'Łukasz 🚪' }));
    expect(await ids(db)).toEqual(['good']);
  });

  it('both engines name the same failure the same way', async () => {
    const db = await fresh();
    await db.write((tx) => insert(tx, 'a'));
    expect(await kindOf(db.write((tx) => insert(tx, 'a')))).toBe('unique');
    expect(await kindOf(db.write((tx) => insert(tx, 'b', { revision: null as unknown as number })))).toBe('not_null');
    expect(
      await kindOf(
        db.write((tx) =>
          sql`insert into facility (id, org_id, name, timezone) values ('f', 'nobody', 'n', 'UTC')`.execute(tx),
        ),
      ),
    ).toBe('foreign_key');
  });

  it('migrating again changes nothing, and a newer database is refused', async () => {
    const db = await open();
    await db.migrate();
    await db.write((tx) =>
      sql`insert into schema_migration (name, timestamp) values ('9999-future', '2026-01-01T00:00:00.000Z')`.execute(
        tx,
      ),
    );
    await expect(db.migrate()).rejects.toThrow(/9999-future/);
  });

  it('a migration that fails leaves nothing of any', async () => {
    const db = await openTestDatabase(await freshUrl({ migrated: false }));
    await db.write((tx) => sql`create table member (id text)`.execute(tx));
    await expect(db.migrate()).rejects.toBeInstanceOf(DatabaseError);
    await expect(db.read((tx) => sql`select * from organisation`.execute(tx))).rejects.toThrow(/organisation/);
    await db.write((tx) => sql`drop table member`.execute(tx));
    await db.migrate();
    await db.read((tx) => sql`select * from organisation`.execute(tx));
  });

  it('refuses work after close', async () => {
    const db = await openTestDatabase(await freshUrl());
    await db.close();
    await expect(db.write(async () => 1)).rejects.toThrow();
    await expect(db.read(async () => 1)).rejects.toThrow();
  });
});

it('an unknown kind of database is refused at once', async () => {
  const deps = { clock: undefined as never, log: undefined as never };
  for (const url of ['mysql://x', 'sqlite::memory:', 'sqlite:', '/tmp/x.db', ''])
    await expect(openDatabase(url, deps)).rejects.toThrow(TypeError);
});
