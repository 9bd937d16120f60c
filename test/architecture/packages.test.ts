import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readProjectFile, WORKSPACES } from './source/source-file.ts';

interface Manifest {
  readonly name?: string;
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly private?: boolean;
  readonly type?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}
interface Locked extends Manifest {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const read = (path: string) => JSON.parse(readProjectFile(path)) as Manifest;
const manifests = ['package.json', ...WORKSPACES.map((name) => `${name}/package.json`)];

/** Pins that are not one exact version. */
const loosePins = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((list) =>
    Object.entries(list ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
      .map(([name, version]) => `${name}@${version}`),
  );

describe('Versions are pinned exactly', () => {
  it.each(manifests)('in %s', (path) => expect(loosePins(read(path))).toEqual([]));
  it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0', '1.x', 'git+https://x.org/a.git', 'file:../a'])(
    'and %s would be noticed',
    (version) => expect(loosePins({ dependencies: { a: version } })).toEqual([`a@${version}`]),
  );
  it('and one name has one version in all workspaces', () => {
    const versions = new Map<string, Set<string>>();
    for (const path of manifests)
      for (const list of [read(path).dependencies, read(path).devDependencies])
        for (const [name, version] of Object.entries(list ?? {}))
          versions.set(name, (versions.get(name) ?? new Set()).add(version));
    expect(versions.size).toBeGreaterThanOrEqual(25);
    expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
  });
});

describe('Every workspace is private, typed ESM under our licence', () => {
  it.each(manifests)('%s', (path) =>
    expect(read(path)).toMatchObject({ private: true, type: 'module', license: 'Apache-2.0' }),
  );
  it('and the licence is in the repository', () => expect(readProjectFile('LICENSE')).toContain('Apache License'));
});

/** Licences that ask for no more than to be named: what is shipped with them may be shipped under ours. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
  // Of data, in a package that is passed on as it is; the README names it.
  'CC-BY-3.0',
  // Of a font: it may be embedded in documents and passed on with a program, but not sold by itself.
  'OFL-1.1',
]);

/** A licence text of package.json, read as SPDX: `OR` needs one permissive side, `AND` all. */
const isPermissive = (licence: string): boolean => {
  const text = licence.replace(/^\((.*)\)$/, '$1').trim();
  if (/ OR /i.test(text)) return text.split(/ OR /i).some(isPermissive);
  if (/ AND /i.test(text)) return text.split(/ AND /i).every(isPermissive);
  return PERMISSIVE.has(text.replace(/^Apache 2\.0$/, 'Apache-2.0'));
};

/** Packages whose manifest does not say, or says it in a way of its own. What their licence file says. */
const READ_BY_HAND: Readonly<Record<string, string>> = { suncalc: 'BSD-2-Clause', 'png-js': 'MIT' };

const licenceOf = (path: string): string => {
  const name = path.split('node_modules/').at(-1) ?? path;
  const { license } = read(`${path}/package.json`);
  return READ_BY_HAND[name] ?? (typeof license === 'string' ? license : JSON.stringify(license ?? 'none'));
};

describe('What is shipped is licensed permissively', () => {
  const { packages } = JSON.parse(readProjectFile('package-lock.json')) as { packages: Record<string, Locked> };
  const shipped = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    // Binaries for other systems than this one are not installed here; their source package is.
    .filter((path) => existsSync(join(ROOT, path, 'package.json')));

  it('all of it', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(80);
    const others = shipped
      .map((path) => [path, licenceOf(path)] as const)
      .filter(([, licence]) => !isPermissive(licence));
    expect(others).toEqual([]);
  });
  it.each(['GPL-3.0', 'AGPL-3.0-only', 'SEE LICENSE IN LICENSE', 'UNLICENSED', '"none"', 'MIT AND LGPL-2.1'])(
    'and %s would be noticed',
    (licence) => expect(isPermissive(licence)).toBe(false),
  );
  it.each(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'])('and %s is fine', (licence) =>
    expect(isPermissive(licence)).toBe(true),
  );
  it('and nothing of it is what stand-ins alone stand on: they play no part where doors are driven', () => {
    const { dependencies = {}, devDependencies = {} } = read('stand-ins/package.json');
    const elsewhere = WORKSPACES.filter((name) => name !== 'stand-ins').flatMap((name) =>
      Object.keys(read(`${name}/package.json`).dependencies ?? {}),
    );
    expect(Object.keys(devDependencies).length).toBeGreaterThan(0);
    expect(Object.keys(dependencies).filter((name) => !elsewhere.includes(name))).toEqual([]);
    expect(elsewhere.filter((name) => name === '@gatehouse/stand-ins')).toEqual([]);
  });
  it('and the lock file names the optional packages of every system, or npm ci refuses it elsewhere', () => {
    const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const wanted = Object.entries(packages)
      .filter(([path]) => path.includes('node_modules/'))
      .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.length).toBeGreaterThanOrEqual(50);
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  });
  it('and every package that is installed here is locked by its hash', () => {
    const installed = Object.entries(packages).filter(
      ([path, { link }]) =>
        path.includes('node_modules/') && link !== true && existsSync(join(ROOT, path, 'package.json')),
    );
    expect(installed.length).toBeGreaterThanOrEqual(300);
    expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  });
});
