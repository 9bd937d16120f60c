import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import pg from 'pg';
import { type DatabaseDeps, openDatabase } from './open-database.ts';
import { ASK_AT, type TemplateOf } from './test-databases.ts';
import { emptied } from './test-emptied.ts';
import { ONLY_ENGINE } from './test-engine.ts';
import type { Database, Engine } from './unit-of-work.ts';

/** One engine to run a suite on: `describe.each(ENGINES)('… on $name', ({ open }) => …)`. */
export interface TestEngine {
  readonly name: Engine;
  /** The URL of a new database; migrated unless told otherwise. Gone after the test file. */
  freshUrl(options?: { migrated: boolean }): Promise<string>;
  /** The URL of a new database that is a copy of one that nobody has open. */
  copyOf(url: string): Promise<string>;
  /** Opens an empty, migrated database. Closed after the test file, if the test has not done so. */
  open(deps?: Partial<DatabaseDeps>): Promise<Database>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opened: Database[] = [];
const made: Record<Engine, string[]> = { sqlite: [], postgres: [] };
/** Databases of PostgreSQL whose address no test has been told: those in use, and those that were emptied after a file. */
const reusable = new Set<string>();
const spare: string[] = [];
/** So many are kept for the files to come, of 12 MB each. */
const SPARE_MAX = 32;

/** Opens a database with the machine's clock and a silent log, and sees to its end. */
export const openTestDatabase = async (url: string, deps: Partial<DatabaseDeps> = {}): Promise<Database> => {
  const db = await openDatabase(url, { clock: systemClock, log: quiet, ...deps });
  opened.push(db);
  return db;
};

/** After each test file: its databases are closed, and gone. */
export const dropTestDatabases = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((db) => db.close().catch(() => undefined)));
  for (const file of made.sqlite.splice(0)) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const names = made.postgres.splice(0);
  if (names.length === 0) return;
  const { at, shape = '' } = await ofRun('postgres');
  const admin = await adminOf(at);
  for (const name of names) {
    const url = urlOf(at, name);
    if (reusable.delete(url) && spare.length < SPARE_MAX && (await emptied(url, shape))) spare.push(url);
    else await admin.query(`drop database ${name} with (force)`);
  }
  await admin.end();
};

const urlOf = (at: string, name: string): string => at.replace(/\/\w+$/, `/${name}`);

const asked = new Map<Engine, Promise<TemplateOf>>();
/** What this run's databases of an engine are copied from, and where to. */
const ofRun = (engine: Engine): Promise<TemplateOf> => {
  const known =
    asked.get(engine) ??
    (async () => {
      const answer = await fetch(`${process.env[ASK_AT]}/${engine}`);
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return JSON.parse(text) as TemplateOf;
    })();
  asked.set(engine, known);
  return known;
};

const adminOf = async (url: string): Promise<pg.Client> => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  return admin;
};

/** All processes of a run make databases beside each other. */
const newName = () => `test_${randomBytes(8).toString('hex')}`;

const newFile = async (): Promise<string> => {
  const file = join((await ofRun('sqlite')).at, `${newName()}.db`);
  made.sqlite.push(file);
  return file;
};

const newPostgres = async (template: string): Promise<string> => {
  const { at } = await ofRun('postgres');
  const name = newName();
  const admin = await adminOf(at);
  // With the log instead of copied files it takes three times as long, in memory.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  made.postgres.push(name);
  return urlOf(at, name);
};

const sparePostgres = async (): Promise<string> => {
  const url = spare.pop();
  if (url !== undefined) made.postgres.push(url.slice(url.lastIndexOf('/') + 1));
  const taken = url ?? (await newPostgres((await ofRun('postgres')).template));
  reusable.add(taken);
  return taken;
};

const copyFile = async (from: string): Promise<string> => {
  const file = await newFile();
  copyFileSync(from, file);
  return `sqlite:${file}`;
};

type Urls = Pick<TestEngine, 'freshUrl' | 'copyOf'> & { readonly emptyUrl?: () => Promise<string> };
const engine = (name: Engine, { freshUrl, copyOf, emptyUrl = freshUrl }: Urls): TestEngine => ({
  name,
  freshUrl,
  copyOf,
  open: async (deps) => openTestDatabase(await emptyUrl(), deps),
});

const ALL: readonly TestEngine[] = [
  engine('sqlite', {
    freshUrl: async ({ migrated } = { migrated: true }) =>
      migrated ? copyFile((await ofRun('sqlite')).template) : `sqlite:${await newFile()}`,
    copyOf: (url) => copyFile(url.slice('sqlite:'.length)),
  }),
  engine('postgres', {
    freshUrl: async ({ migrated } = { migrated: true }) =>
      newPostgres(migrated ? (await ofRun('postgres')).template : 'template0'),
    copyOf: (url) => newPostgres(url.slice(url.lastIndexOf('/') + 1)),
    emptyUrl: sparePostgres,
  }),
];

const only = process.env[ONLY_ENGINE];
/** Every engine the product runs on, or the one that this run is told to make do with. It starts PostgreSQL with the first test that needs it. */
export const ENGINES: readonly TestEngine[] = ALL.filter(({ name }) => only === undefined || name === only);
