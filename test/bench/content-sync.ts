import { areas } from '@gatehouse/cloud/areas.ts';
import { dbSyncRepo } from '@gatehouse/cloud/content/db-sync/db-sync.repo.ts';
import { makeSource } from '@gatehouse/cloud/content/db-sync/make-source.repo.ts';
import { stagingOf } from '@gatehouse/cloud/content/db-sync/staging.ts';
import { copiedOf } from '@gatehouse/cloud/content/db-sync/sync-plan.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { startTestPostgres } from '@gatehouse/cloud/kit/db/test-postgres.ts';
import type { Owned } from '@gatehouse/cloud/kit/modules/table-policy.ts';
import { openBareStatements } from '@gatehouse/cloud/testing/bare-statements.ts';
import { copyAcross } from '@gatehouse/cloud/testing/copy-across.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

export type SyncWorld = Awaited<ReturnType<typeof syncWorld>>;

const READER = 'gatehouse_reader';
const RUN_ID = 'run_0123456789abcdef';
/** In which order rows are put, each after what it refers to. Of users and notes, five columns are masked. */
const ROWS = {
  organisation: "select 'org_1', 'Ours'",
  facility: "select 'fac_' || n, 'org_1', 'Club ' || n, 'Australia/Brisbane' from generate_series(1, 1000) n",
  faq: `select 'faq_' || n, 'org_1', 'guests', 'en', 'Question ' || n, repeat('An answer of some words. ', 20), 'public', '[]',
    n, 'published', 1, 'user:bench', 1, 'user:bench', 1 from generate_series(1, 60000) n`,
  admin_note: `select 'adn_' || n, 'fac_' || 1 + n % 1000, 'Said on the telephone, ' || n, 'user:bench', 1, 'user:bench', 1
    from generate_series(1, 15000) n`,
  platform_user: `select 'usr_' || n, 'user-' || n || '@example.com', 'Kim', 'Example ' || n, '+614' || 10000000 + n, 1, 'bench', null::bigint
    from generate_series(1, 6000) n`,
};
const TABLES = Object.keys(ROWS);
const COLUMNS: Readonly<Record<string, string>> = {
  facility: ' (id, org_id, name, timezone)',
  organisation: ' (id, name)',
};
const tables: Owned = Object.assign({}, ...areas.flatMap(({ modules }) => modules.map(({ owns }) => owns)));
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

const opened = (url: string) => openDatabase(url, { clock: systemClock, log: silent });

/** A production on PostgreSQL with 82,000 rows that may be copied, and databases of the same schema that have none. */
export const syncWorld = async () => {
  const server = await startTestPostgres(systemClock);
  const admin = await openBareStatements(server.url('postgres'));
  const made = async (name: string, template: string): Promise<string> => {
    await admin.run(`create database ${name} template ${template}`);
    return server.url(name);
  };
  const empty = await opened(await made('empty', 'template0'));
  await empty.migrate();
  await empty.close();
  const production = await made('production', 'empty');
  const statements = await openBareStatements(production);
  for (const [table, rows] of Object.entries(ROWS))
    await statements.run(`insert into ${table}${COLUMNS[table] ?? ''} ${rows}`);
  await statements.run(`create role ${READER} login`);
  await statements.run('analyze');
  await statements.close();
  await makeSource({ databaseUrl: production, tables, random: systemRandom }, READER);
  const sourceUrl = production.replace('postgres://postgres@', `postgres://${READER}@`);
  let round = 0;

  return {
    /** Into an empty staging by a sync, and into another one by COPY alone. */
    toSync: async () => {
      const databaseUrl = await made(`staging_${++round}`, 'empty');
      const bare = await made(`bare_${round}`, 'empty');
      const db = await opened(databaseUrl);
      const run = { id: RUN_ID, dry_run: 0, tables: TABLES.join(','), live: 0 } as const;
      const begun = { state: 'queued', open: 1, started_by: 'user:bench', started_at: 1 } as const;
      await db.write((tx) => dbSyncRepo(tx).begin({ ...run, ...begun }));
      await db.close();
      const staging = stagingOf({ sourceUrl, databaseUrl });
      const { fingerprint } = await staging.look();
      const copied = copiedOf(tables);
      const order = {
        ...{ runId: RUN_ID, dryRun: false, at: 1, fingerprint },
        tables: TABLES.map((name) => [name, copied.get(name) as NonNullable<ReturnType<typeof copied.get>>] as const),
      };
      return {
        sync: async () => {
          const watched = { signal: new AbortController().signal, tell: () => undefined };
          const counts = await staging.run(order, { ...watched, apart: (work) => work() });
          if (counts.some(({ sourceRows, new: fresh }) => fresh === 0 || fresh !== sourceRows))
            throw new Bug('not all was copied');
        },
        bare: () => copyAcross(TABLES, { source: production, target: bare }),
      };
    },
    close: async () => {
      await admin.close();
      await server.stop();
    },
  };
};
