import { importsOf } from './source/imports.ts';
import { prove } from './source/rule.ts';
import { isTestCode, sourceFile, sourceFiles } from './source/source-file.ts';

const OPENS = /\bcreate(?:Secure)?Server\(/;

prove({
  name: 'N3 every TLS listener offers the same suites',
  why: 'A suite that is too old for one listener is too old for all: the list is shared/src/tls/tls-options.ts.',
  files: sourceFiles().filter(
    (file) =>
      !isTestCode(file.path) &&
      OPENS.test(file.code) &&
      importsOf(file).some(({ specifier }) => ['node:tls', 'node:https'].includes(specifier)),
  ),
  floor: { least: 4, unit: 'listeners' },
  check: ({ path, code }) =>
    code.includes('...TLS_OFFERED') ? [] : [`${path}: opens a listener with suites of its own`],
  planted: [
    sourceFile('cloud/src/x.ts', "import { createServer } from 'node:tls';\ncreateServer({ minVersion: 'TLSv1.2' });"),
  ],
});
