import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { formatRules } from '@gatehouse/shared/zones/zone-rules.ts';
import { slim } from './slim.ts';
import { isTzif, readTzif } from './tzif.ts';

export interface Zoneinfo {
  /** The IANA release, such as `2026f`. */
  readonly release: string;
  /** Every name, each with its rules as one line. */
  readonly rules: ReadonlyMap<string, string>;
  /** The names that the database itself calls zones; all others are links. */
  readonly canonical: ReadonlySet<string>;
}

/** Copies of all zones (with and without leap seconds), and the names by which a system finds its own zone. */
const NO_ZONES = /^(?:(?:posix|right)(?:\/|$)|(?:localtime|posixrules)$)/;

/** Reads a folder as `zic` makes it, links followed. Throws, naming the file, for one that cannot be read. */
export const readZoneinfo = (folder: string): Zoneinfo => {
  const source = readFileSync(join(folder, 'tzdata.zi'), 'utf8');
  const release = /^# version (\w+)$/m.exec(source)?.[1];
  if (release === undefined) throw new Error(`${folder}/tzdata.zi does not say which release it is`);
  const rules = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isDirectory() || NO_ZONES.test(name)) continue;
    const file = readFileSync(path);
    if (isTzif(file)) rules.set(name, rulesOf(name, file));
  }
  return { release, rules, canonical: new Set([...source.matchAll(/^Z (\S+)/gm)].map(([, name = '']) => name)) };
};

const rulesOf = (name: string, file: Buffer): string => {
  try {
    return formatRules(slim(readTzif(file)));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};
