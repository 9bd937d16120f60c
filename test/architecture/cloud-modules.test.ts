import { describeModules } from '@gatehouse/cloud/modules.ts';
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

const MODULES = 'cloud/src/modules/';
const moduleOf = (path: string): string | undefined => /^cloud\/src\/modules\/([a-z-]+)\//.exec(path)?.[1];
const cloudFiles = sourceFiles().filter(({ path }) => path.startsWith('cloud/src/') && !isTestCode(path));
const inModules = cloudFiles.filter(({ path }) => moduleOf(path) !== undefined);
const importCount = (file: SourceFile) => importsOf(file).length;

/**
 * What of a module others may use at run time: its module file, its faults (an endpoint lists the faults of what it
 * calls), and the vocabulary of its surface that endpoints of other modules are declared with. Types may be taken from
 * everywhere: they are gone at run time, and a dependency is narrowed with `Pick` where it is used.
 */
const PUBLISHED = [/\.module\.ts$/, /\.faults\.ts$/, /-surface\.ts$/, /\/partner-link\.ts$/];

prove({
  name: 'An endpoint has no database among its dependencies',
  why: 'The kit opens its unit, so that rows, audit row and kept answer commit together: `call.tx`, `call.read`, `call.write`.',
  files: inModules.filter(({ path }) => path.endsWith('.endpoints.ts')),
  floor: { least: 60, unit: 'files' },
  check: (file) =>
    matches(file, /\b(?:db\s*\.\s*(?:read|write)\b|Pick<Database\b|db\s*:\s*Database\b)/g, 'has a database'),
  planted: [
    sourceFile(`${MODULES}doors/x.endpoints.ts`, 'handle: ({ db }) => db.write(async (tx) => doors.close(tx)),'),
    sourceFile(`${MODULES}doors/x.endpoints.ts`, "interface Deps { readonly db: Pick<Database, 'read'> }"),
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
    sourceFile(`${MODULES}doors/x.ts`, "import { createBoxesService } from '../boxes/boxes.service.ts';"),
    sourceFile('cloud/src/x.ts', "import { doorsRepo } from './modules/doors/doors.repo.ts';"),
    sourceFile(`${MODULES}doors/x.ts`, "import type { BoxesRepo } from '../boxes/boxes.repo.ts';"),
  ],
});

const SURFACE_WORDS = /\/(partner-(surface|link)|platform-surface|(partners|users)\.faults)\.ts$/;

/** The dependency order of `platform-services.ts` and `services.ts`: a module may call those before it. */
const ORDER = [
  'organisations',
  'users',
  'jobs',
  'audit',
  'mail',
  'pushes',
  'images',
  'admin-notes',
  'holidays',
  'partners',
  'events',
  'warnings',
  'boxes',
  'authorities',
  'releases',
  'doors',
  'door-controllers',
  'devices',
  'agent-events',
  'environment',
  'scopes',
  'lockdowns',
  'plans',
  'members',
  'check-ins',
  'reports',
  'access',
  'credentials',
  'passes',
  'snapshots',
  'revocations',
  'restores',
  'journal',
  'entries',
  'webhooks',
  'unlocks',
  'erasures',
  'inquiries',
  'briefings',
  'sandbox',
  'retention',
];

prove({
  name: 'Modules depend on each other in one direction',
  why: 'Two modules that need each other are one module, or lack a third.',
  files: inModules,
  floor: { least: 100, unit: 'imports', count: importCount },
  check: (file) => {
    const from = moduleOf(file.path) ?? '';
    return importsOf(file).flatMap(({ target, line }) => {
      const to = target === undefined ? undefined : moduleOf(target);
      if (to === undefined || to === from) return [];
      // Endpoints speak their surface's words, whichever module they are of.
      if (target !== undefined && SURFACE_WORDS.test(target)) return [];
      return ORDER.includes(to) && ORDER.indexOf(to) < ORDER.indexOf(from)
        ? []
        : [`${file.path}:${line}: ${from} depends on ${to}`];
    });
  },
  planted: [
    sourceFile(`${MODULES}boxes/x.ts`, "import type { DoorsService } from '../doors/doors.service.ts';"),
    sourceFile(`${MODULES}doors/x.ts`, "import type { New } from '../brand-new/new.service.ts';"),
  ],
});

prove({
  name: 'The endpoint kit knows no domain',
  why: 'The kit serves every module there is and will be: what it knew of one, all others would inherit.',
  files: sourceFiles().filter(({ path }) => path.startsWith('cloud/src/http/') && !isTestCode(path)),
  floor: { least: 25, unit: 'files' },
  check: (file) => [
    ...importsOf(file)
      .filter(({ target }) => target !== undefined && /^cloud\/src\/(?!http\/|db\/)/.test(target))
      .map(({ target, line }) => `${file.path}:${line}: imports ${target}`),
    ...matches(
      file,
      /\b\w*(?:[dD]oors?(?![a-z])|[uU]nlocks?(?![a-z])|[mM]ember(?=Id|_id|s?Service)|[fF]acilit(?:y|ies)|[pP]artners?(?![a-z])|[oO]rganisations?|[bB]oxe?s?(?![a-z])|[rR]elays?(?![a-z]))\w*/g,
      'a word of a domain',
    ),
  ],
  planted: [
    sourceFile('cloud/src/http/x.ts', 'const unlockLimit = 5;'),
    sourceFile('cloud/src/http/x.ts', 'export interface X { readonly facilityId: string }'),
    sourceFile('cloud/src/http/x.ts', "import { createLink } from '../link/create-link.ts';"),
    sourceFile('cloud/src/http/x.ts', "import type { DoorsService } from '../modules/doors/doors.service.ts';"),
  ],
});

describe('Every module is shaped alike', () => {
  const modules = describeModules();
  it('and listed: each folder is a module of its own name', () => {
    const folders = new Set(pathsUnder(MODULES.slice(0, -1)).flatMap((path) => moduleOf(path) ?? []));
    expect(modules.map(({ name }) => name).sort()).toEqual([...folders].sort());
    expect(folders.size).toBeGreaterThanOrEqual(8);
    expect([...ORDER].sort()).toEqual([...folders].sort());
  });
  it('with a module file and a service, and with a repository and tables where it owns some', () => {
    for (const { name, owns } of modules)
      for (const role of ['module', 'service', ...(owns.length === 0 ? [] : ['repo', 'tables'])])
        expect(pathsUnder(`${MODULES}${name}`)).toContain(`${MODULES}${name}/${name}.${role}.ts`);
  });
  it('with a README that begins with its name and says what it owns', () => {
    for (const { name, owns } of modules) {
      const readme = readProjectFile(`${MODULES}${name}/README.md`);
      expect(readme).toMatch(new RegExp(`^# ${name}\\n`));
      for (const table of owns) expect(readme).toContain(`\`${table}\``);
    }
  });
  it('no two endpoints have the same id, or method and path', () => {
    const endpoints = modules.flatMap((module) => module.endpoints.map(({ declaration }) => declaration));
    expect(endpoints.length).toBeGreaterThanOrEqual(11);
    for (const key of [
      (e: (typeof endpoints)[number]) => e.id,
      (e: (typeof endpoints)[number]) => `${e.method} ${e.path}`,
    ])
      expect(new Set(endpoints.map(key)).size).toBe(endpoints.length);
  });
  it('an endpoint that names one resource can answer 404', () => {
    for (const { endpoints } of modules)
      for (const { declaration } of endpoints)
        if (declaration.path.includes(':')) {
          const { faults, surface, gate, id } = declaration;
          const all = Object.values({ ...surface.faultsAt?.(gate as never), ...faults });
          expect([id, all.some(({ status }) => status === 404)]).toEqual([id, true]);
        }
  });
});
