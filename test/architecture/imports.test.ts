import { importsOf } from './source/imports.ts';
import { prove } from './source/rule.ts';
import {
  isTestCode,
  type SourceFile,
  sourceFile,
  sourceFiles,
  type Workspace,
  workspaceOf,
} from './source/source-file.ts';

/** Who may import whom. An edge box installs `edge` and `shared` only; the cloud never needs a serial port. */
const MAY_IMPORT: Record<Workspace, readonly Workspace[]> = {
  shared: ['shared'],
  cloud: ['cloud', 'shared'],
  edge: ['edge', 'shared'],
  'firmware-sim': ['firmware-sim', 'shared'],
  cli: ['cli', 'shared'],
  'partner-client': ['partner-client'],
  'stand-ins': ['stand-ins', 'shared'],
  test: ['test', 'shared', 'cloud', 'edge', 'firmware-sim', 'cli', 'partner-client', 'stand-ins'],
};
/** What tests of a workspace may import besides: those of what calls outside services have them played. */
const TESTS_MAY_IMPORT: Partial<Record<Workspace, readonly Workspace[]>> = {
  cloud: ['stand-ins'],
  edge: ['stand-ins'],
};
const mayImport = (file: SourceFile, from: Workspace, to: Workspace): boolean =>
  MAY_IMPORT[from].includes(to) || (isTestCode(file.path) && TESTS_MAY_IMPORT[from]?.includes(to) === true);
const importCount = (file: SourceFile) => importsOf(file).length;

prove({
  name: 'A workspace imports only what it may',
  why: 'Cloud, edge, simulator, stand-ins and command line are processes of their own. What two of them share lives in shared/.',
  files: sourceFiles().filter(({ path }) => workspaceOf(path) !== undefined),
  floor: { least: 800, unit: 'imports', count: importCount },
  check: (file) => {
    const from = workspaceOf(file.path);
    if (from === undefined) return [];
    return importsOf(file).flatMap(({ target, specifier, line }) => {
      if (target === undefined) return /^(file:|\/)/.test(specifier) ? [`${file.path}:${line}: ${specifier}`] : [];
      const to = workspaceOf(target);
      if (to !== undefined && !mayImport(file, from, to)) return [`${file.path}:${line}: ${from} imports ${to}`];
      // Over a relative path the target's package.json would not be asked.
      if (to !== from && specifier.startsWith('.'))
        return [`${file.path}:${line}: leaves its workspace by ${specifier}`];
      return [];
    });
  },
  planted: [
    sourceFile('cloud/src/x.ts', "import { a } from '@gatehouse/edge/door/doors.ts';"),
    sourceFile('shared/src/x.ts', "import type { Config } from '@gatehouse/cloud/config.ts';"),
    sourceFile('edge/src/x.ts', "const a = await import('@gatehouse/firmware-sim/simulator.ts');"),
    sourceFile('cli/src/commands/x.ts', "export { a } from '../../../cloud/src/config.ts';"),
    sourceFile('cloud/src/x.ts', "import { createMail } from '@gatehouse/stand-ins/mail/mail.ts';"),
    sourceFile('cli/src/x.ts', "import { createMail } from '@gatehouse/stand-ins/mail/mail.ts';"),
    sourceFile('shared/src/x.test.ts', "import { serve } from '@gatehouse/stand-ins/kit/serve.ts';"),
    sourceFile('stand-ins/src/x.ts', "import { a } from '@gatehouse/cloud/config.ts';"),
    sourceFile('cloud/src/x.ts', "import { a } from '../../shared/src/time/clock.ts';"),
  ],
});

prove({
  name: 'Only tests import test code',
  why: 'Fakes and kits assert and cheat; in a running door controller they have no business.',
  files: sourceFiles().filter(({ path }) => workspaceOf(path) !== undefined && !isTestCode(path)),
  floor: { least: 500, unit: 'imports', count: importCount },
  check: (file) =>
    importsOf(file)
      .filter(({ target, specifier }) => (target !== undefined && isTestCode(target)) || specifier === 'vitest')
      .map(({ specifier, line }) => `${file.path}:${line}: imports ${specifier}`),
  planted: [
    sourceFile('edge/src/uplink/x.ts', "import { fakeDoors } from '../fakes/fake-doors.ts';"),
    sourceFile('cloud/src/x.ts', "import { openTestDatabase } from './db/test-postgres.ts';"),
    sourceFile('cloud/src/x.ts', "import { expect } from 'vitest';"),
  ],
});

prove({
  name: 'Shared code stands on few things',
  why: 'Everything in shared/ runs on the box, in the cloud and in the command line: no database, no web server, no broker there.',
  files: sourceFiles().filter(({ path }) => path.startsWith('shared/src/') && !isTestCode(path)),
  floor: { least: 20, unit: 'files' },
  check: (file) =>
    importsOf(file)
      .filter(({ target }) => target === undefined)
      .filter(({ specifier }) => !/^(node:[a-z/_]+|zod|@peculiar\/x509|reflect-metadata)$/.test(specifier))
      .map(({ specifier, line }) => `${file.path}:${line}: imports ${specifier}`),
  planted: [sourceFile('shared/src/x.ts', "import { pino } from 'pino';")],
});
