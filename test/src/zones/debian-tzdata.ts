import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command: string, args: readonly string[], cwd?: string): string =>
  execFileSync(command, args, { encoding: 'utf8', cwd, stdio: ['ignore', 'pipe', 'pipe'] });

/** The IANA release in a package version: `2026f` of `2026f-0+deb12u1`. */
export const releaseOf = (version: string): string => /^(?:\d+:)?(\d{4}[a-z]{1,2})/.exec(version)?.[1] ?? version;

/** The versions of a package that the system's package sources offer, newest first. */
const offered = (name: string): string[] =>
  run('apt-cache', ['madison', name])
    .split('\n')
    .flatMap((line) => {
      const [found, version = ''] = line.split('|').map((cell) => cell.trim());
      return found === name ? [version] : [];
    })
    .sort((a, b) => (isNewer(a, b) ? -1 : isNewer(b, a) ? 1 : 0));

const isNewer = (a: string, b: string): boolean => {
  try {
    run('dpkg', ['--compare-versions', a, 'gt', b]);
    return true;
  } catch {
    return false; // dpkg answers by its exit code.
  }
};

/** The versions of tzdata that are offered, newest first. Throws when there are none. */
export const offeredTzdata = (): [string, ...string[]] => {
  const [newest, ...older] = offered('tzdata');
  if (newest === undefined) throw new Error('The package sources offer no tzdata: run apt-get update first.');
  return [newest, ...older];
};

/**
 * Downloads and unpacks a version of tzdata, with the legacy names where Debian packs them apart. Returns its zoneinfo folder,
 * and how to remove it.
 */
export const fetchTzdata = (version: string): { folder: string; remove: () => void } => {
  const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-tzdata-'));
  const packages = ['tzdata', ...(offered('tzdata-legacy').includes(version) ? ['tzdata-legacy'] : [])];
  run('apt-get', ['-qq', 'download', ...packages.map((name) => `${name}=${version}`)], scratch);
  for (const file of readdirSync(scratch).filter((name) => name.endsWith('.deb')))
    run('dpkg-deb', ['-x', join(scratch, file), join(scratch, 'root')]);
  return {
    folder: join(scratch, 'root/usr/share/zoneinfo'),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
};
