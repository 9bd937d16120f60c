import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { PROGRAMS } from '../process-files.ts';

export interface Verdict {
  /** `note`: nothing is wrong, and somebody may want to know. */
  readonly ok: boolean | 'note';
  readonly says: string;
}
export interface Check {
  readonly name: string;
  run(dataDir: string): Promise<Verdict>;
}

const PORTS = { partner: 8443, device: 8444, platform: 8445, broker: 8883, panel: 9443, simulator: 9080 };
const FREE_GB_WANTED = 1;
/** This code was written then: a clock before it has lost its battery. */
const NOT_BEFORE = Date.parse('2026-01-01T00:00:00Z');

const native = (name: string, use: (module: Record<string, unknown>) => string): Check => ({
  name,
  run: async () => ({ ok: true, says: use((await import(name)) as Record<string, unknown>) }),
});

/** Where hardware shows up by names that stay, and what whoever drives it must be allowed. */
const LINES = [
  { folder: 'serial/by-id', names: /./, needs: constants.R_OK | constants.W_OK },
  { folder: '.', names: /^gpiochip\d+$/, needs: constants.R_OK | constants.W_OK },
  { folder: 'input/by-id', names: /-event-kbd$/, needs: constants.R_OK },
] as const;

const mayOpen = (path: string, needs: number): boolean => {
  try {
    accessSync(path, needs);
    return true;
  } catch {
    return false;
  }
};

/** The serial ports, GPIO chips and keyboards of this machine, and which of them this user may not open. */
export const findLines = (dev = '/dev', allowed = mayOpen): Verdict => {
  const found = LINES.flatMap(({ folder, names, needs }) => {
    const path = join(dev, folder);
    const here = existsSync(path) ? readdirSync(path).filter((name) => names.test(name)) : [];
    return here.map((name) => ({ path: join(path, name), needs }));
  });
  if (found.length === 0)
    return { ok: 'note', says: 'no USB serial adapter, GPIO chip or USB keyboard is on this machine' };
  const words = found.map(({ path, needs }) =>
    allowed(path, needs) ? path : `${path} (this user may not open it: see its group)`,
  );
  return { ok: 'note', says: words.join(', ') };
};

/** Everything that `gatehouse doctor` looks at, in order. */
export const CHECKS: readonly Check[] = [
  {
    name: 'Node',
    run: async () => ({
      ok: Number(process.versions.node.split('.')[0]) >= 24,
      says: `${process.version} on ${process.platform}-${process.arch}; 24 or newer is needed`,
    }),
  },
  native('better-sqlite3', (module) => {
    const Database = module.default as new (path: string) => { pragma(text: string): unknown; close(): void };
    const db = new Database(':memory:');
    db.close();
    return 'opens a database';
  }),
  native('serialport', () => 'its native binding loads'),
  native('koffi', () => 'its native binding loads (GPIO lines, USB keyboards and the simulator need it)'),
  {
    name: 'data folder',
    run: async (dataDir) => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      accessSync(dataDir, constants.W_OK);
      const { bavail, bsize } = statfsSync(dataDir);
      const freeGb = (bavail * bsize) / 1e9;
      return { ok: freeGb >= FREE_GB_WANTED, says: `${dataDir} is writable, ${freeGb.toFixed(1)} GB are free` };
    },
  },
  {
    name: 'secrets',
    run: async (dataDir) => {
      const open = privateFilesUnder(dataDir).filter((file) => (statSync(file).mode & 0o077) !== 0);
      return open.length === 0
        ? { ok: true, says: 'every secret file is for its owner only' }
        : { ok: false, says: `readable by others: ${open.join(', ')} (chmod 600)` };
    },
  },
  {
    name: 'clock',
    run: async () => {
      const now = systemClock.wallMs();
      const says = new Date(now).toISOString();
      return now >= NOT_BEFORE ? { ok: true, says } : { ok: false, says: `${says}: the clock has lost its time` };
    },
  },
  {
    name: 'ports',
    run: async () => {
      const taken: string[] = [];
      for (const [name, port] of Object.entries(PORTS)) if (!(await isFree(port))) taken.push(`${port} (${name})`);
      return taken.length === 0
        ? { ok: true, says: `${Object.values(PORTS).join(', ')} are free` }
        : { ok: 'note', says: `in use: ${taken.join(', ')}; fine if that is Gatehouse itself` };
    },
  },
  {
    name: 'pseudo terminals',
    run: async () =>
      existsSync('/dev/ptmx')
        ? { ok: true, says: '/dev/ptmx is there (the simulator needs it)' }
        : { ok: false, says: '/dev/ptmx is missing: the simulator cannot offer a serial bus' },
  },
  { name: 'lines', run: async () => findLines() },
];

/** The agent reads its own file: what it says of it and of this machine is what counts. */
export const agentFile = (file: string): Check => ({
  name: 'agent’s file',
  run: async () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, PROGRAMS.edgeCheck, file], {
      encoding: 'utf8',
    });
    const says = `${stdout}${stderr}`.trim();
    return status === 0
      ? { ok: true, says: `this machine has everything that ${file} names` }
      : { ok: false, says: says.replaceAll('\n', `\n${' '.repeat(26)}`) };
  },
});

/** Outside of `secrets`: the box's keys and PIN, and the databases, in which keys of readers and facilities are too. */
const PRIVATE = /^(demo\.json|panel-pin|metrics-token|identity\.json|.*-tls\.json|.*\.db(-wal)?)$/;

const privateFilesUnder = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (entry.parentPath.endsWith('secrets') || PRIVATE.test(entry.name)))
    .map((entry) => `${entry.parentPath}/${entry.name}`);

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await listen(server, { host: '127.0.0.1', port });
    server.close();
    return true;
  } catch {
    return false;
  }
};
