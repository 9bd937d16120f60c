import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type DatabaseDeps, openDatabase } from './open-database.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';
import type { Database, Engine } from './unit-of-work.ts';

/** One engine to run a suite on: `describe.each(ENGINES)('… on $name', ({ open }) => …)`. */
export interface TestEngine {
  readonly name: Engine;
  /** The URL of a new database; migrated unless told otherwise. */
  freshUrl(options?: { migrated: boolean }): Promise<string>;
  /** The URL of a new database that is a copy of one that nobody has open. */
  copyOf(url: string): Promise<string>;
  /** Opens a new, migrated database. Closed after the test file, if the test has not done so. */
  open(deps?: Partial<DatabaseDeps>): Promise<Database>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opened: Database[] = [];
let files: string | undefined;
let server: Promise<TestPostgres> | undefined;
let templates: Partial<Record<Engine, Promise<string>>> = {};
let count = 0;

/** Opens a database with the machine's clock and a silent log, and sees to its end. */
export const openTestDatabase = async (url: string, deps: Partial<DatabaseDeps> = {}): Promise<Database> => {
  const db = await openDatabase(url, { clock: systemClock, log: quiet, ...deps });
  opened.push(db);
  return db;
};

afterAll(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close().catch(() => undefined)));
  const running = server;
  server = undefined;
  templates = {};
  await (await running?.catch(() => undefined))?.stop();
  if (files !== undefined) rmSync(files, { recursive: true, force: true });
  files = undefined;
});

/** Migrates one database a test file; every other one is a copy of it. */
const templateOf = (engine: Engine, emptyUrl: () => Promise<string>): Promise<string> => {
  templates[engine] ??= (async () => {
    const url = await emptyUrl();
    const db = await openDatabase(url, { clock: systemClock, log: quiet });
    await db.migrate();
    await db.close(); // The template may have no open connections, and its file no log beside it.
    return url;
  })();
  return templates[engine];
};

const newFile = async (): Promise<string> => {
  files ??= mkdtempSync(join(tmpdir(), 'gatehouse-db-'));
  return `sqlite:${join(files, `${++count}.db`)}`;
};

const newPostgres = async (template = 'template0'): Promise<string> => {
  server ??= startTestPostgres(systemClock);
  const { url } = await server;
  const name = `test_${++count}`;
  const admin = new pg.Client({ connectionString: url('postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  return url(name);
};

const nameIn = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

const COPY: Record<Engine, TestEngine['copyOf']> = {
  sqlite: async (from) => {
    const url = await newFile();
    copyFileSync(from.slice(7), url.slice(7));
    return url;
  },
  postgres: (from) => newPostgres(nameIn(from)),
};

const engine = (name: Engine, freshUrl: TestEngine['freshUrl']): TestEngine => ({
  name,
  freshUrl,
  copyOf: COPY[name],
  open: async (deps) => openTestDatabase(await freshUrl(), deps),
});

/** Every engine the product runs on. PostgreSQL starts with the first test that needs it. */
export const ENGINES: readonly TestEngine[] = [
  engine('sqlite', async ({ migrated } = { migrated: true }) =>
    migrated ? COPY.sqlite(await templateOf('sqlite', newFile)) : newFile(),
  ),
  engine('postgres', async ({ migrated } = { migrated: true }) =>
    migrated ? COPY.postgres(await templateOf('postgres', newPostgres)) : newPostgres(),
  ),
];
