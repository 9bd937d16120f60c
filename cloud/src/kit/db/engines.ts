import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import pg from 'pg';
import { type DatabaseDeps, openDatabase } from './open-database.ts';
import { databaseOn } from './postgres-database.ts';
import { openPool } from './postgres-pool.ts';
import { ASK_AT, type TemplateOf } from './test-databases.ts';
import { emptied } from './test-emptied.ts';
import { ONLY_ENGINE } from './test-engine.ts';
import { leased } from './test-lease.ts';
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
/** A database of PostgreSQL whose address no test is told, and the connections to it, which know its tables by now. */
interface Spare {
  readonly name: string;
  readonly pool: pg.Pool;
}
/** Those that were emptied, for who opens one next. */
const spares: Spare[] = [];
/** So many are kept, with up to ten connections each. */
const SPARES_MAX = 4;

/** Opens a database with the machine's clock and a silent log, and sees to its end. */
export const openTestDatabase = async (url: string, deps: Partial<DatabaseDeps> = {}): Promise<Database> => {
  const db = await openDatabase(url, { clock: systemClock, log: quiet, ...deps });
  opened.push(db);
  return db;
};

/** So many of those that are open are of more tests than one. */
let shared = 0;
export const testBegins = (): void => {
  shared = opened.length;
};

/** After each test: what it opened itself is empty again before the next one opens its own, which then is no new one. */
export const closeWhatTestOpened = async (): Promise<void> => {
  await Promise.all(opened.splice(shared).map((db) => db.close().catch(() => undefined)));
};

/** After each test file: its databases are closed, and gone. */
export const dropTestDatabases = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((db) => db.close().catch(() => undefined)));
  for (const file of made.sqlite.splice(0)) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const names = made.postgres.splice(0);
  if (names.length > 0) await drop(names);
};

const drop = async (names: readonly string[]): Promise<void> => {
  const admin = await adminOf((await ofRun('postgres')).at);
  for (const name of names) await admin.query(`drop database ${name} with (force)`);
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

const copyPostgres = async (template: string): Promise<string> => {
  const name = newName();
  const admin = await adminOf((await ofRun('postgres')).at);
  // With the log instead of copied files it takes three times as long, in memory.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  return name;
};

const newPostgres = async (template: string): Promise<string> => {
  const name = await copyPostgres(template);
  made.postgres.push(name);
  return urlOf((await ofRun('postgres')).at, name);
};

const newSpare = async (): Promise<Spare> => {
  const { at, template } = await ofRun('postgres');
  const name = await copyPostgres(template);
  return { name, pool: openPool(urlOf(at, name), quiet) };
};

/** Whether it is as good as new. */
const isEmptied = async ({ pool }: Spare): Promise<boolean> => {
  const { shape = '' } = await ofRun('postgres');
  let done = false;
  try {
    const client = await pool.connect();
    try {
      done = await emptied(client, shape);
    } finally {
      client.release(!done);
    }
  } catch {
    // Somebody holds its tables, or its connections are gone.
  }
  return done;
};

/** Kept for whoever comes next; where that cannot be, or there are enough, it is gone. */
const giveBack = async (spare: Spare, clean: boolean): Promise<void> => {
  if (clean && spares.length < SPARES_MAX && (await isEmptied(spare))) {
    spares.push(spare);
    return;
  }
  await drop([spare.name]);
  await spare.pool.end();
};

const openSpare = async (deps: Partial<DatabaseDeps> = {}): Promise<Database> => {
  const spare = spares.pop() ?? (await newSpare());
  const db = leased(databaseOn(spare.pool, { clock: systemClock, ...deps }), (clean) => giveBack(spare, clean));
  opened.push(db);
  return db;
};

const copyFile = async (from: string): Promise<string> => {
  const file = await newFile();
  copyFileSync(from, file);
  return `sqlite:${file}`;
};

const engine = (name: Engine, ways: Pick<TestEngine, 'freshUrl' | 'copyOf'> & Partial<TestEngine>): TestEngine => ({
  name,
  open: async (deps) => openTestDatabase(await ways.freshUrl(), deps),
  ...ways,
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
    open: openSpare,
  }),
];

const only = process.env[ONLY_ENGINE];
/** Every engine the product runs on, or the one that this run is told to make do with. It starts PostgreSQL with the first test that needs it. */
export const ENGINES: readonly TestEngine[] = ALL.filter(({ name }) => only === undefined || name === only);
