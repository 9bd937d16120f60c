import { matches, prove } from './source/rule.ts';
import { lineAt, sourceFile, sourceFiles } from './source/source-file.ts';

const typescript = sourceFiles().filter(({ path }) => path.endsWith('.ts'));
const LINES_MAX = 250;

/** Longer on purpose, and why. */
const LONG: Readonly<Record<string, string>> = {};

prove({
  name: `A file has ${LINES_MAX} lines at most`,
  why: 'A file that does not fit in the head is two files. Tests, generated files and data tables may be longer; the latter by name.',
  files: sourceFiles().filter(({ path }) => !/\.test\.ts$|\.gen\.ts$/.test(path) && LONG[path] === undefined),
  floor: { least: 200, unit: 'files' },
  check: ({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length;
    return lines > LINES_MAX ? [`${path}: ${lines} lines`] : [];
  },
  planted: [sourceFile('cloud/src/x.ts', 'x;\n'.repeat(LINES_MAX + 1))],
});

/** Tools that take their configuration as a default export, and nothing else. */
const CONFIGURATION = /(^|\/)(vitest|vite)\.config\.ts$/;

prove({
  name: 'Nothing is exported as default',
  why: 'A default export has as many names as it has readers.',
  files: sourceFiles().filter(({ path }) => !CONFIGURATION.test(path)),
  floor: { least: 200, unit: 'files' },
  check: (file) => matches(file, /\bexport\s+default\b|\bas\s+default\b|\bmodule\.exports\b/g, 'use a name'),
  planted: [
    sourceFile('cloud/src/x.ts', 'export default createServer;'),
    sourceFile('cloud/src/x.ts', 'export { x as default };'),
  ],
});

prove({
  name: 'Nothing is any without a reason beside it',
  why: '`any` switches the compiler off for everything it touches. `unknown` and a schema say what is known.',
  files: typescript,
  floor: { least: 200, unit: 'files' },
  check: (file) => {
    const lines = file.text.split('\n');
    return matches(file, /[:<,|&(=]\s*any\b(?!\s*[:(?])|\bas\s+any\b|\bany\[\]/g, 'say what it is').filter((found) => {
      const line = Number(/:(\d+):/.exec(found)?.[1]);
      return !/noExplicitAny: \S+ \S+/.test(lines.slice(line - 2, line).join('\n'));
    });
  },
  planted: [
    sourceFile('cloud/src/x.ts', 'const x: any = 1;'),
    sourceFile('cloud/src/x.ts', 'f(x as any);'),
    sourceFile('cloud/src/x.ts', 'const x = new Map<string, any>();'),
    sourceFile('cloud/src/x.ts', 'const f = (x: any[]) => x;'),
    sourceFile('cloud/src/x.ts', '// biome-ignore lint/suspicious/noExplicitAny: why\nf(x as any);'),
  ],
});

/** Where text becomes an id that nobody has looked at: by one function, whose name says so. */
const UNCHECKED = 'cloud/src/kit/db/unchecked-id.ts';
const isTestCode = (path: string): boolean => /\.test\.ts$|-test-kit\.ts$|\/testing\//.test(path);

prove({
  name: 'Nothing is declared to be an id by a cast',
  why: 'Columns, parameters and answers carry the type of their id. What comes in as text is parsed, branded by the schema that takes it, or looked for as an `uncheckedId`.',
  files: typescript.filter(({ path }) => /^cloud\/src\//.test(path) && !isTestCode(path) && path !== UNCHECKED),
  floor: { least: 300, unit: 'files' },
  check: (file) => matches(file, /\bas\s+(?:readonly\s+)?[A-Z]\w*Id\b/g, 'give what it comes from the type'),
  planted: [
    sourceFile('cloud/src/x.ts', 'const at = row.facility_id as FacilityId;'),
    sourceFile('cloud/src/x.ts', 'const doors = ids as readonly DoorId[];'),
    sourceFile('cloud/src/x.ts', 'const box = (row.box_id ?? undefined) as BoxId | undefined;'),
  ],
});

prove({
  name: 'Types are erasable',
  why: 'Source runs as it is: Node strips types, and cannot strip enums, namespaces and parameter properties.',
  files: typescript,
  floor: { least: 200, unit: 'files' },
  check: (file) =>
    matches(
      file,
      /^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w|^\s*(?:export\s+)?namespace\s+\w|\bconstructor\(\s*(?:[^)]*,\s*)?(?:private|public|protected|readonly)\s+\w/gm,
      'not erasable',
    ),
  planted: [
    sourceFile('cloud/src/x.ts', 'export enum Colour { Red }'),
    sourceFile('cloud/src/x.ts', 'export namespace X { }'),
    sourceFile('cloud/src/x.ts', 'class X { constructor(private readonly db: Db) {} }'),
  ],
});

const UNFINISHED = new RegExp(
  `\\b(?:${['TO', 'FIX', 'XX', 'HA'].map((a, i) => a + ['DO', 'ME', 'X', 'CK'][i]).join('|')})\\b`,
  'g',
);

prove({
  name: 'Nothing is left for later in a comment',
  why: 'What is left to do belongs where somebody looks for work. In a comment nobody does.',
  files: sourceFiles(),
  floor: { least: 200, unit: 'files' },
  check: ({ path, text }) => [...text.matchAll(UNFINISHED)].map((m) => `${path}:${lineAt(text, m.index)}: ${m[0]}`),
  planted: [
    sourceFile('cloud/src/x.ts', `// ${'TO'}DO: the other half`),
    sourceFile('cli/src/x.ts', `/* ${'FIX'}ME */`),
  ],
});

prove({
  name: 'No test is switched off',
  why: 'A skipped test is a promise nobody keeps and everybody reads.',
  files: sourceFiles().filter(({ path }) => /\.test\.ts$|contract\.ts$|kit\.ts$/.test(path)),
  floor: { least: 50, unit: 'test files' },
  check: (file) =>
    matches(file, /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo|fails)\b|\bx(?:it|describe)\(/g, 'switched off'),
  planted: [
    sourceFile('cloud/src/x.test.ts', "it.skip('works', () => {});"),
    sourceFile('cloud/src/x.test.ts', "describe.only('x', () => {});"),
    sourceFile('cloud/src/x.test.ts', "it.concurrent.skip('x', () => {});"),
  ],
});

const TAG = /\[[rR]\s*[0-9][^\]\n]*\]/g;
const WELL_FORMED = /^\[R[1-9]\d{0,2}(, R[1-9]\d{0,2})*\]$/;

prove({
  name: 'A requirement’s number in a test name is well-formed',
  why: 'Somebody greps for a requirement’s number to see what proves it.',
  files: sourceFiles().filter(
    ({ path }) => /\.test\.ts$|contract\.ts$/.test(path) && !path.startsWith('test/architecture/'),
  ),
  floor: { least: 30, unit: 'tags', count: ({ statements }) => [...statements.matchAll(TAG)].length },
  check: ({ path, statements }) =>
    [...statements.matchAll(TAG)]
      .filter(([tag]) => !WELL_FORMED.test(tag))
      .map((m) => `${path}:${lineAt(statements, m.index)}: ${m[0]}`),
  planted: [
    sourceFile('cloud/src/x.test.ts', "it('[R 999] opens', f);"),
    sourceFile('cloud/src/x.test.ts', "it('[r999] opens', f);"),
    sourceFile('cloud/src/x.test.ts', "it('[R099] opens', f);"),
    sourceFile('cloud/src/x.test.ts', "it('[R998,999] opens', f);"),
  ],
});

prove({
  name: 'A file is named after its one idea',
  why: 'Files called after nothing collect everything.',
  files: sourceFiles(),
  floor: { least: 200, unit: 'files' },
  check: ({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    const wrong = [
      ...(/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name) ? [] : ['not kebab-case']),
      ...(/^(utils?|helpers?|common|misc|types|fns|index)\.\w+$/.test(name) ? ['says nothing'] : []),
    ];
    return wrong.map((why) => `${path}: ${why}`);
  },
  planted: [
    sourceFile('cloud/src/utils.ts', ''),
    sourceFile('cloud/src/DoorService.ts', ''),
    sourceFile('edge/src/a/types.ts', ''),
  ],
});

prove({
  name: 'No test returns at once on one of the engines',
  why: 'It would count as passed where it proved nothing. `it.runIf` says where it runs.',
  files: typescript.filter(({ path }) => /(?<!architecture\/house-style)\.test\.ts$/.test(path)),
  floor: { least: 200, unit: 'test files' },
  check: ({ path, text }) =>
    [...text.matchAll(/\bif \([^)\n]*[!=]==? '(?:sqlite|postgres)'\) return\b/g)].map(
      (match) => `${path}:${lineAt(text, match.index)}: ${match[0]}`,
    ),
  planted: [
    sourceFile('cloud/src/x.test.ts', "it('x', async () => {\n  if (db.engine === 'sqlite') return;"),
    sourceFile('cloud/src/x.test.ts', "it('x', async () => {\n  if (name !== 'postgres') return expect(1).toBe(1);"),
  ],
});
