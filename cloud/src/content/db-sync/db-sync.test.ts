import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase, type TestEngine } from '../../kit/db/engines.ts';
import type { PlatformCaller } from '../../platform/users/platform-surface.ts';
import { carryOutOrder } from './carry-out-order.ts';
import { createDbSync } from './db-sync.service.ts';
import { type Staging, stagingOf } from './staging.ts';
import { copiedOf, dependsOn, inOrderOfReferences } from './sync-plan.ts';
import { aProduction, sourceOf, tables } from './testing/a-production.ts';
import { dumpOf, onConnection, textOf } from './testing/filled.ts';

const ALL = [...copiedOf(tables).keys()];
const caller = { actor: 'user:usr_0123456789abcdef' } as unknown as PlatformCaller;
const LOG = ['sync_run', 'sync_line'];
/** An organisation of the source. */
const KEPT = 'planted organisation.id.2';

/** Every text of a database: what may be seen elsewhere, as it is in a column that is copied, and what nobody may see. */
const textsOf = async (url: string) => {
  const all = [...(await dumpOf(url))].flatMap(([table, rows]) =>
    rows.flatMap((row) => Object.entries(row).map(([column, value]) => ({ table, column, value }))),
  );
  const texts = all.filter(
    ({ table, value }) => !table.startsWith('schema_') && (typeof value === 'string' || Buffer.isBuffer(value)),
  );
  const isCopied = ({ table, column }: { readonly table: string; readonly column: string }) =>
    copiedOf(tables).get(table)?.copied.includes(column) === true;
  const seen = new Set(texts.filter(isCopied).map(({ value }) => textOf(value)));
  return { seen, hidden: new Set(texts.map(({ value }) => textOf(value)).filter((text) => !seen.has(text))) };
};

/** On this thread: a worker of its own takes as long to start as all of the rest. */
const unthreaded = (urls: { readonly sourceUrl: string; readonly databaseUrl: string }): Staging => ({
  ...stagingOf(urls),
  run: (order, { tell, apart }) => carryOutOrder({ ...order, ...urls }, { tell, alone: apart }),
});

/** A staging beside a production that has something in every table. */
const beside = async (engine: TestEngine, production: string) => {
  const own = await engine.freshUrl();
  const made = (databaseUrl = production): Promise<string> => sourceOf(engine, databaseUrl);
  const db = await openTestDatabase(own);
  const serviceOn = (staging: Staging | undefined, on = db) =>
    createDbSync({
      ...{ db: on, clock: new ManualClock(), random: systemRandom, tables, staging },
      jobs: { enqueue: async () => 'job_0123456789abcdef' },
      live: { beginRun: async () => 'run_0123456789abcdef', progressOf: () => async () => undefined },
    });
  const start = async (service: ReturnType<typeof serviceOn>, dryRun: boolean, names: readonly string[] = ALL) => {
    const prepared = await service.plan(db.read, { dryRun, tables: names });
    return (await db.write((tx) => service.start(tx, prepared, { caller, socketId: undefined }))).runId;
  };
  const sync = async (sourceUrl: string, dryRun: boolean) => {
    const service = serviceOn(unthreaded({ sourceUrl, databaseUrl: own }));
    const runId = await start(service, dryRun);
    await service.carryOut(runId, new AbortController().signal);
    const { row } = await db.read((tx) => service.read(tx, runId, 500));
    return { row, counts: JSON.parse(row.counts ?? '[]') as { table: string; [of: string]: unknown }[] };
  };
  return { own, db, made, serviceOn, start, sync };
};

describe.each(ENGINES)('A sync to staging on $name', (engine) => {
  let production: string;
  let filled: ReadonlySet<string>;
  let staging: Awaited<ReturnType<typeof beside>>;
  let first: Awaited<ReturnType<(typeof staging)['sync']>>;
  beforeAll(async () => {
    ({ url: production, filled } = await aProduction(engine));
    staging = await beside(engine, production);
    first = await staging.sync(await staging.made(), false);
  });
  const between = () => beside(engine, production);

  it('leaves nothing of a masked column, or of a table that is never copied, anywhere in the target', async () => {
    const { row, counts } = first;
    expect(ALL.filter((table) => !filled.has(table))).toEqual([]);
    expect(filled.size).toBeGreaterThan(100);
    expect(row).toMatchObject({ state: 'done', error: null });
    expect(counts.map(({ table, new: fresh }) => [table, fresh])).toEqual(
      row.tables.split(',').map((table) => [table, 3]),
    );

    const { seen, hidden } = await textsOf(production);
    const dump = await dumpOf(staging.own);
    expect(hidden.size).toBeGreaterThan(400);
    const all = [...dump].flatMap(([, rows]) => rows.flatMap((row) => Object.values(row).map(textOf))).join('\n');
    expect([...hidden].filter((value) => all.includes(value))).toEqual([]);
    expect([...seen].filter((value) => !all.includes(value))).toEqual([]);
    const mails = (dump.get('platform_user') ?? []).map(({ email }) => String(email));
    expect(new Set(mails).size).toBe(3);
    expect(mails.every((mail) => /^[0-9a-f]{32}@example\.invalid$/.test(mail))).toBe(true);
  });

  it('[R87] counts in a dry run what a real one then does, and writes nothing but its log', async () => {
    const { own, db, made, sync } = staging;
    await onConnection(production, async ({ ask }) => {
      await ask("update organisation set name = 'Renamed' where id = 'planted organisation.id.1'");
      await ask("delete from faq where id = 'planted faq.id.3'");
      await ask("insert into organisation (id, name) values ('org_new', 'New')");
    });
    // Of staging alone: nobody refers to the one, and a role to the other.
    await onConnection(own, async ({ ask }) => {
      for (const name of ['unused', 'admin'])
        await ask(`insert into platform_user (id, email, first_name, last_name, created_at, created_by)
          values ('usr_${name}', '${name}@staging.example', 'A', 'B', 1, 'first-start')`);
      await ask(`insert into role_grant (id, user_id, role, scope, scope_id, granted_by, granted_at)
        values ('grt_1', 'usr_admin', 'super-admin', 'platform', '', 'first-start', 1)`);
    });
    const source = await made();
    const without = async () => [...(await dumpOf(own))].filter(([table]) => !LOG.includes(table));
    const before = await without();
    const dry = await sync(source, true);
    expect(await without()).toEqual(before);
    expect(dry.row).toMatchObject({ state: 'done', dry_run: 1 });
    const of = (counts: typeof dry.counts, name: string) => counts.find(({ table }) => table === name);
    expect(of(dry.counts, 'organisation')).toMatchObject({ new: 1, changed: 1, gone: 0, removed: null });
    expect(of(dry.counts, 'faq')).toMatchObject({ new: 0, changed: 0, gone: 1 });
    expect(of(dry.counts, 'platform_user')).toMatchObject({ new: 0, changed: 0, gone: 2 });

    const real = await sync(source, false);
    expect(real.counts.map(({ removed: _, ...counted }) => counted)).toEqual(
      dry.counts.map(({ removed: _, ...counted }) => counted),
    );
    expect(of(real.counts, 'platform_user')).toMatchObject({ removed: 1 });
    const ids = await db.read((tx) => tx.selectFrom('platform_user').select('id').execute());
    expect(ids.map(({ id }) => String(id))).toContain('usr_admin');
    expect(ids.map(({ id }) => String(id))).not.toContain('usr_unused');
  });

  it('refuses what is no staging, itself, another schema, and tables without those that they refer to', async () => {
    const { own, db, made, serviceOn, start } = await between();
    const source = await made();
    const here = serviceOn(stagingOf({ sourceUrl: source, databaseUrl: own }));
    await expect(start(serviceOn(undefined), true)).rejects.toMatchObject({ code: 'not_staging' });
    const itself = serviceOn(
      stagingOf({ sourceUrl: source, databaseUrl: production }),
      await openTestDatabase(production),
    );
    const asProduction = await openTestDatabase(production);
    await expect(itself.plan(asProduction.read, { dryRun: true, tables: ALL })).rejects.toMatchObject({
      code: 'same_installation',
    });
    await expect(start(here, true, ['facility', 'faq'])).rejects.toMatchObject({
      code: 'tables_incomplete',
      message: 'Add organisation.',
    });
    await expect(start(here, true, ['user_key'])).rejects.toMatchObject({ code: 'invalid_request' });
    const nothing = serviceOn(stagingOf({ sourceUrl: own, databaseUrl: own }));
    await expect(start(nothing, true)).rejects.toMatchObject({ code: 'source_unusable' });
    const migrated = (text: string) => db.write((tx) => sql.raw(text).execute(tx));
    await migrated("insert into schema_migration (name, timestamp) values ('9999-later', '')");
    await expect(start(here, true)).rejects.toMatchObject({ code: 'schema_differs' });
    await migrated("delete from schema_migration where name = '9999-later'");
    await made(own);
    await db.write(async () => undefined); // Reads of this turn see what was there as it began.
    await expect(start(here, true)).rejects.toMatchObject({ code: 'not_staging' });
    expect(await db.read((tx) => tx.selectFrom('sync_run').selectAll().execute())).toEqual([]);
  });

  it('is one at a time, and one that is aborted, or whose process died, changed nothing', async () => {
    const { own, db, made, serviceOn, start } = await between();
    const urls = { sourceUrl: await made(), databaseUrl: own };
    const staging = stagingOf(urls);
    const stopped = new AbortController();
    const service = serviceOn({
      ...staging,
      run: (order, watched) =>
        staging.run(order, {
          ...watched,
          apart: (work) => {
            stopped.abort();
            return watched.apart(work);
          },
        }),
    });
    const before = await dumpOf(own);
    const begun = await Promise.allSettled([start(service, false), start(service, false), start(service, false)]);
    const [first] = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(begun.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)).toEqual([
      'sync_running',
      'sync_running',
    ]);
    await service.carryOut(first ?? '', stopped.signal);
    const ended = await db.read((tx) => service.read(tx, first ?? '', 10));
    expect(ended.row).toMatchObject({ state: 'failed', error: 'the process stopped' });
    expect(ended.lines.at(-1)?.text).toContain('Nothing was changed');

    const second = await start(service, false);
    await db.write((tx) => tx.updateTable('sync_run').where('id', '=', second).set({ state: 'running' }).execute());
    await service.carryOut(second, new AbortController().signal);
    expect((await db.read((tx) => service.read(tx, second, 10))).row).toMatchObject({
      state: 'failed',
      error: 'the process that did it ended',
    });
    const after = await dumpOf(own);
    for (const [table, rows] of after)
      if (!LOG.includes(table)) expect([table, rows]).toEqual([table, before.get(table)]);

    // What was counted as new comes to be here before it is put in place.
    const overtaken = serviceOn({
      ...unthreaded(urls),
      run: (order, watched) =>
        unthreaded(urls).run(order, {
          ...watched,
          apart: async (work) => {
            await onConnection(own, ({ ask }) => ask(`insert into organisation (id, name) values ('${KEPT}', 'Own')`));
            await work();
          },
        }),
    });
    const late = await start(overtaken, false, ['organisation']);
    await overtaken.carryOut(late, new AbortController().signal);
    expect((await db.read((tx) => overtaken.read(tx, late, 10))).row).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/unique/i),
    });
    expect((await dumpOf(own)).get('organisation')).toMatchObject([{ id: KEPT, name: 'Own' }]);

    const threaded = serviceOn(staging);
    const third = await start(threaded, false, ['organisation']);
    await threaded.carryOut(third, new AbortController().signal);
    const { row, lines } = await db.read((tx) => threaded.read(tx, third, 10));
    expect(row).toMatchObject({ state: 'done', error: null });
    expect(lines.map(({ seq, text }) => [Number(seq), text])).toEqual([
      [1, expect.stringMatching(/^organisation: \d rows read$/)],
      [2, 'organisation: put in place'],
      [3, expect.stringMatching(/^organisation: \d new, 1 changed, 0 gone, 0 removed$/)],
      [4, 'Done.'],
    ]);
    // Its threads give way to whatever else the machine does.
  }, 60_000);

  it('is read by a role that can read nothing else', async () => {
    const { made } = await between();
    const source = await made();
    await onConnection(source, async ({ ask }) => {
      expect(
        await ask(engine.name === 'sqlite' ? 'select 1' : 'select count(*) from gatehouse_sync.organisation'),
      ).toHaveLength(1);
      for (const table of [
        'user_key',
        'sync_installation',
        ...(engine.name === 'sqlite' ? [] : ['organisation', 'gatehouse_sync.mask_block']),
      ])
        await expect(ask(`select * from ${table}`)).rejects.toThrow();
    });
  });

  it.runIf(engine.name === 'postgres')('fails where an end of a COPY does, and changed nothing', async () => {
    const { own, made, sync } = await between();
    const sourceUrl = await made();
    const asked = (text: string) => onConnection(own, ({ ask }) => ask(text));
    const faqs = () => asked('select * from faq');
    // Further out than the target takes it.
    await asked('alter table faq alter column position type smallint');
    await onConnection(production, ({ ask }) =>
      ask('update faq set position = 100000 where id = (select max(id) from faq)'),
    );
    expect((await sync(sourceUrl, false)).row).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('smallint'),
    });
    expect(await faqs()).toEqual([]);
    await asked('alter table faq alter column position type bigint');
    await onConnection(production, async ({ ask }) => {
      const [{ view } = {}] = await ask("select pg_get_viewdef('gatehouse_sync.faq'::regclass) as view");
      const failing = `${String(view).replace(/;\s*$/, '')} where 1 / (of_table."position" - 100000) is not null`;
      await ask(`create or replace view gatehouse_sync.faq with (security_barrier) as ${failing}`);
    });
    expect((await sync(sourceUrl, false)).row).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('zero'),
    });
    expect(await faqs()).toEqual([]);
    await onConnection(production, ({ ask }) => ask('update faq set position = 3 where position = 100000'));
    expect((await sync(await made(), false)).row).toMatchObject({ state: 'done' });
    expect(await faqs()).toEqual(await onConnection(production, ({ ask }) => ask('select * from faq')));
  });
});

it('copies each table after those that it refers to', () => {
  const reference = { columns: ['org_id'], to: 'organisation', toColumns: ['id'] };
  const shapes = new Map([
    ['organisation', { types: new Map(), key: ['id'], references: [] }],
    ['faq', { types: new Map(), key: ['id'], references: [reference] }],
  ]);
  expect(dependsOn('faq', tables, shapes)).toEqual(['organisation']);
  expect(inOrderOfReferences(['faq', 'organisation'], tables, shapes)).toEqual(['organisation', 'faq']);
});
