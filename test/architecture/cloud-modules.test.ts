import { areas, everyModule } from '@gatehouse/cloud/areas.ts';
import { wayOf } from '@gatehouse/cloud/kit/http/route-tree.ts';
import type { Module } from '@gatehouse/cloud/kit/modules/module.ts';
import { describe, expect, it } from 'vitest';
import { importsOf } from './source/imports.ts';
import { matches, prove } from './source/rule.ts';
import {
  isTestCode,
  pathsUnder,
  readProjectFile,
  type SourceFile,
  sourceFile,
  sourceFiles,
} from './source/source-file.ts';

/** From below: each may know of those before it. */
const AREAS = ['kit', ...areas.map(({ name }) => name), 'documents'];
const areaOf = (path: string): string | undefined => /^cloud\/src\/([a-z]+)\//.exec(path)?.[1];
const folderOf = new Map(
  areas.flatMap(({ name: area, modules }) =>
    modules.map(({ name }) => [name, name === 'link' ? 'cloud/src/link/' : `cloud/src/${area}/${name}/`] as const),
  ),
);
const folderIn = (name: string): string => (folderOf.get(name) ?? '').slice(0, -1);
const moduleOf = (path: string): string | undefined =>
  [...folderOf].find(([name, folder]) => name !== 'link' && path.startsWith(folder))?.[0];
const cloudFiles = sourceFiles().filter(({ path }) => path.startsWith('cloud/src/') && !isTestCode(path));
const inModules = cloudFiles.filter(({ path }) => moduleOf(path) !== undefined);
const importCount = (file: SourceFile) => importsOf(file).length;

/**
 * What of a module others may use at run time: its module file, its faults (an endpoint lists the faults of what it
 * calls), and the vocabulary of its surface that endpoints of other modules are declared with. Types may be taken from
 * everywhere: they are gone at run time, and a dependency is narrowed with `Pick` where it is used.
 */
const PUBLISHED = [/\.module\.ts$/, /\.ports\.ts$/, /\.faults\.ts$/, /-surface\.ts$/, /\/partner-link\.ts$/];

/** What a body gives to somebody is no place: whether the caller may is asked by hand. */
const GIVES = [
  'cloud/src/partner/partners/partners.platform.endpoints.ts',
  'cloud/src/platform/users/users.endpoints.ts',
];

prove({
  name: 'An endpoint has no database among its dependencies',
  why: 'The kit opens its unit, so that rows, audit row and kept answer commit together: `call.tx`, `call.read`, `call.write`.',
  files: inModules.filter(({ path }) => path.endsWith('.endpoints.ts')),
  floor: { least: 60, unit: 'files' },
  check: (file) =>
    matches(file, /\b(?:db\s*\.\s*(?:read|write)\b|Pick<Database\b|db\s*:\s*Database\b)/g, 'has a database'),
  planted: [
    sourceFile('cloud/src/sites/doors/x.endpoints.ts', 'handle: ({ db }) => db.write(async (tx) => doors.close(tx)),'),
    sourceFile('cloud/src/sites/doors/x.endpoints.ts', "interface Deps { readonly db: Pick<Database, 'read'> }"),
  ],
});

prove({
  name: 'No endpoint asks by hand who may do something where',
  why: 'The gate does, before anything is done and again in the unit; what only an id or a body names is the `resource` of the endpoint.',
  files: inModules.filter(({ path }) => path.endsWith('.endpoints.ts')),
  floor: { least: 50, unit: 'files' },
  check: (file) => [
    ...matches(file, /\bthrow noSuchPlace\(/g, 'throws the 404 of a place'),
    ...(moduleOf(file.path) === 'users' ? [] : matches(file, /\bthrow usersFault\(/g, 'throws the 404 of a place')),
    ...matches(
      file,
      /\b(?:sees|holds|covers|canSee)\(\s*(?:call\.)?(?:caller\b|grants\b)/g,
      'asks what the caller holds',
    ),
    ...matches(file, /\badmit:/g, 'asks before an old answer is given again').filter(() => !GIVES.includes(file.path)),
  ],
  planted: [
    sourceFile('cloud/src/sites/doors/x.endpoints.ts', "if (facility === undefined) throw noSuchPlace('facility');"),
    sourceFile(
      'cloud/src/sites/doors/x.endpoints.ts',
      "throw usersFault('place_unknown', 'There is no such facility.');",
    ),
    sourceFile(
      'cloud/src/sites/doors/x.endpoints.ts',
      "if (!holds(caller.grants, 'org-admin', { organisationId })) throw unknown();",
    ),
    sourceFile(
      'cloud/src/sites/doors/x.endpoints.ts',
      'handle: async (deps, input, call) => sees(call.caller.grants, where),',
    ),
    sourceFile(
      'cloud/src/sites/doors/x.endpoints.ts',
      'admit: (deps, { params }, { caller, read }) => mine(caller, params),',
    ),
  ],
});

prove({
  name: 'A module is entered by its door',
  why: 'Whatever else of a module is called from outside can no longer be changed without asking who calls it.',
  files: cloudFiles,
  floor: { least: 400, unit: 'imports', count: importCount },
  check: (file) =>
    importsOf(file).flatMap(({ target, typeOnly, line }) => {
      const module = target === undefined ? undefined : moduleOf(target);
      const inside = module === undefined || module === moduleOf(file.path);
      if (inside || target === undefined || PUBLISHED.some((pattern) => pattern.test(target))) return [];
      if (typeOnly && !target.endsWith('.repo.ts')) return [];
      return [`${file.path}:${line}: imports ${target}, which is ${module}'s own`];
    }),
  planted: [
    sourceFile('cloud/src/sites/doors/x.ts', "import { createBoxesService } from '../boxes/boxes.service.ts';"),
    sourceFile('cloud/src/x.ts', "import { doorsRepo } from './sites/doors/doors.repo.ts';"),
    sourceFile('cloud/src/sites/doors/x.ts', "import type { BoxesRepo } from '../boxes/boxes.repo.ts';"),
  ],
});

const SURFACE_WORDS =
  /\/(partner-(surface|link)|(platform|facility|actor|owned)-surface|(partners|users)\.faults)\.ts$/;

/** Every module that this one needs, and that those need: what it may know of. */
const needsOf = (name: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const follow = (module: Module | undefined): void => {
    for (const need of module?.needs ?? [])
      if (!found.has(need.name)) {
        found.add(need.name);
        follow(need);
      }
  };
  follow(everyModule.find((module) => module.name === name));
  return found;
};

prove({
  name: 'A module knows of none but those it needs',
  why: 'What calls another without saying so is made in no order, and two modules that know of each other are one, or lack a third.',
  files: inModules,
  floor: { least: 100, unit: 'imports', count: importCount },
  check: (file) => {
    const from = moduleOf(file.path) ?? '';
    const known = needsOf(from);
    return importsOf(file).flatMap(({ target, line }) => {
      const to = target === undefined ? undefined : moduleOf(target);
      if (target === undefined || to === undefined || to === from || known.has(to)) return [];
      // Endpoints speak their surface's words, and questions and events are there to be known from elsewhere.
      if (SURFACE_WORDS.test(target) || target.endsWith('.ports.ts')) return [];
      return [`${file.path}:${line}: ${from} depends on ${to}, which it does not need`];
    });
  },
  planted: [
    sourceFile('cloud/src/sites/boxes/x.ts', "import type { DoorsService } from '../doors/doors.service.ts';"),
    sourceFile(
      'cloud/src/sites/doors/x.ts',
      "import type { AdminNotes } from '../../content/admin-notes/admin-notes.repo.ts';",
    ),
  ],
});

prove({
  name: 'The endpoint kit knows no domain',
  why: 'The kit serves every module there is and will be: what it knew of one, all others would inherit.',
  files: sourceFiles().filter(({ path }) => path.startsWith('cloud/src/kit/http/') && !isTestCode(path)),
  floor: { least: 25, unit: 'files' },
  check: (file) => [
    ...importsOf(file)
      .filter(({ target }) => target !== undefined && /^cloud\/src\/(?!kit\/)/.test(target))
      .map(({ target, line }) => `${file.path}:${line}: imports ${target}`),
    ...matches(
      file,
      /\b\w*(?:[dD]oors?(?![a-z])|[uU]nlocks?(?![a-z])|[mM]ember(?=Id|_id|s?Service)|[fF]acilit(?:y|ies)|[pP]artners?(?![a-z])|[oO]rganisations?|[bB]oxe?s?(?![a-z])|[rR]elays?(?![a-z]))\w*/g,
      'a word of a domain',
    ),
  ],
  planted: [
    sourceFile('cloud/src/kit/http/x.ts', 'const unlockLimit = 5;'),
    sourceFile('cloud/src/kit/http/x.ts', 'export interface X { readonly facilityId: string }'),
    sourceFile('cloud/src/kit/http/x.ts', "import { createLink } from '../../link/create-link.ts';"),
    sourceFile('cloud/src/kit/http/x.ts', "import type { DoorsService } from '../../sites/doors/doors.service.ts';"),
  ],
});

prove({
  name: 'Areas depend downwards',
  why: 'A mistake above must not reach what keeps doors: whoever is below asks, or says what has happened.',
  files: cloudFiles.filter(({ path }) => areaOf(path) !== undefined),
  floor: { least: 400, unit: 'imports', count: importCount },
  check: (file) => {
    const from = AREAS.indexOf(areaOf(file.path) ?? '');
    return importsOf(file).flatMap(({ target, line }) => {
      const to = target === undefined ? undefined : areaOf(target);
      if (to === undefined || AREAS.indexOf(to) <= from) return [];
      return [`${file.path}:${line}: imports ${target}, which is above it`];
    });
  },
  planted: [
    sourceFile('cloud/src/sites/doors/x.ts', "import type { X } from '../../operation/unlocks/unlocks.service.ts';"),
    sourceFile('cloud/src/kit/http/x.ts', "import type { X } from '../../platform/users/users.service.ts';"),
    sourceFile('cloud/src/access/members/x.ts', "import { x } from '../../content/admin-notes/admin-notes.module.ts';"),
  ],
});

describe('Every module is shaped alike', () => {
  const modules = everyModule;
  it('and listed: each folder is a module of its own name', () => {
    const folders = cloudFiles.flatMap(
      ({ path }) => /^cloud\/src\/[a-z]+\/([a-z-]+)\/\1\.module\.ts$/.exec(path)?.[1] ?? [],
    );
    expect(modules.flatMap(({ name }) => (name === 'link' ? [] : name)).sort()).toEqual(folders.sort());
    expect(folders.length).toBeGreaterThanOrEqual(8);
  });
  it('with a module file, and with a repository where it owns tables', () => {
    for (const { name, owns } of modules.filter(({ name }) => name !== 'link'))
      for (const role of ['module', ...(Object.keys(owns).length === 0 ? [] : ['repo'])])
        expect(pathsUnder(folderIn(name))).toContain(`${folderOf.get(name)}${name}.${role}.ts`);
  });
  it('and says in its README, where it has one, its name and what it owns', () => {
    for (const { name, owns } of modules) {
      const path = `${folderOf.get(name)}README.md`;
      if (name === 'link' || !pathsUnder(folderIn(name)).includes(path)) continue;
      const readme = readProjectFile(path);
      expect(readme).toMatch(new RegExp(`^# ${name}\\n`));
      for (const table of Object.keys(owns)) expect(readme).toContain(`\`${table}\``);
    }
  });
  it('no two endpoints have the same id, or method and path', () => {
    const endpoints = modules.flatMap((module) => module.endpoints);
    expect(endpoints.length).toBeGreaterThanOrEqual(11);
    for (const key of [
      (e: (typeof endpoints)[number]) => e.id,
      // One that becomes a socket, or answers a stream of events, is asked for by its headers.
      (e: (typeof endpoints)[number]) => `${e.method} ${e.path} ${wayOf(e)}`,
    ])
      expect(new Set(endpoints.map(key)).size).toBe(endpoints.length);
  });
  it('an endpoint that names one resource can answer 404', () => {
    for (const { endpoints } of modules)
      for (const declaration of endpoints)
        if (declaration.path.includes(':')) {
          const { faults, surface, gate, id } = declaration;
          const all = Object.values({ ...surface.faultsAt?.(gate as never), ...faults });
          expect([id, all.some(({ status }) => status === 404)]).toEqual([id, true]);
        }
  });
});
