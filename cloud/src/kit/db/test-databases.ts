import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import pg from 'pg';
import { openDatabase } from './open-database.ts';
import { shapeOf } from './test-emptied.ts';
import { inMemory } from './test-memory.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';
import type { Engine } from './unit-of-work.ts';

/** Where the processes of a run ask for what it has in common. */
export const ASK_AT = 'GATEHOUSE_TEST_DATABASES';
/** A file of SQLite takes a few MB, and a test file has up to a hundred of them at a time. */
const FILES_BYTES_MIN = 1024 ** 3;
/** The migrated database of the run's PostgreSQL that all others are copies of. */
const TEMPLATE = 'template_migrated';

/** What a process needs to make databases of its own. */
export interface TemplateOf {
  /** PostgreSQL: the URL of a database to give orders from. SQLite: the folder for files. */
  readonly at: string;
  /** What to copy. */
  readonly template: string;
  /** PostgreSQL: what its tables look like. */
  readonly shape?: string;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const migrate = async (url: string): Promise<void> => {
  const db = await openDatabase(url, { clock: systemClock, log: quiet });
  await db.migrate();
  await db.close(); // A template may have no open connections, and its file no log beside it.
};

let asking: Server | undefined;
let postgres: TestPostgres | undefined;
let files: string | undefined;

const MAKE: Readonly<Record<Engine, () => Promise<TemplateOf>>> = {
  sqlite: async () => {
    files = mkdtempSync(join(inMemory(FILES_BYTES_MIN) ?? tmpdir(), 'gatehouse-db-'));
    const template = join(files, 'template.db');
    await migrate(`sqlite:${template}`);
    return { at: files, template };
  },
  postgres: async () => {
    postgres = await startTestPostgres(systemClock);
    const at = postgres.url('postgres');
    const admin = new pg.Client({ connectionString: at });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await migrate(postgres.url(TEMPLATE));
    const inside = new pg.Client({ connectionString: postgres.url(TEMPLATE) });
    await inside.connect();
    const shape = await shapeOf(inside);
    await inside.end();
    // Whoever connected to it would make every copy fail.
    await admin.query(`alter database ${TEMPLATE} allow_connections false`);
    await admin.end();
    return { at, template: TEMPLATE, shape };
  },
};

/** One PostgreSQL and one migrated database an engine for all processes of a run: made for the first that asks. */
export const setup = async (): Promise<void> => {
  if (process.env[ASK_AT] !== undefined) return; // Another project of this run has done it.
  const made: Partial<Record<Engine, Promise<TemplateOf>>> = {};
  asking = createServer(async ({ url }, response) => {
    const engine = url === '/postgres' ? 'postgres' : 'sqlite';
    made[engine] ??= MAKE[engine]();
    try {
      response.end(JSON.stringify(await made[engine]));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => asking?.listen(0, '127.0.0.1', resolve));
  process.env[ASK_AT] = `http://127.0.0.1:${(asking.address() as AddressInfo).port}`;
};

export const teardown = async (): Promise<void> => {
  asking?.close();
  asking?.closeAllConnections();
  await postgres?.stop();
  if (files !== undefined) rmSync(files, { recursive: true, force: true });
};
