import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { ONLY_ENGINE } from '@gatehouse/cloud/kit/db/test-engine.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { changedFiles } from './changed-files.ts';
import { type Count, countLine, readReport } from './count.ts';
import { importersOf, testsReached } from './reach.ts';
import { ROOT, runFile, runTool } from './run-tool.ts';
import { EXHAUSTIVE, filesTagged, LONG, POSTGRES, WAITING } from './tags.ts';

interface Step {
  readonly name: string;
  run(): Promise<Count>;
}

const asCount = (code: number): Count => (code === 0 ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 });
const tool =
  (name: string, ...args: string[]) =>
  async () =>
    asCount(await runTool(name, args));

interface Tests {
  readonly projects?: readonly string[];
  /** Those that are tagged `long`, the others, or both. */
  readonly only?: 'short' | 'long';
  /** Of the files that run, those of this tag alone. */
  readonly tagged?: string;
  readonly workers?: number;
  readonly files?: readonly string[];
  /** On this engine alone. */
  readonly engine?: 'sqlite';
  /** Files of these tags are left out. */
  readonly without?: readonly string[];
}

/** By what vitest is told so. Loading a file in which nothing is to run takes as long as some tests: such files are left out by name. */
const argumentsOf = ({ projects = [], only, tagged, workers, files = [], without = [] }: Tests): readonly string[] => {
  const leftOut = only === 'short' ? [...without, LONG] : without;
  const long = only === 'long' ? filesTagged(LONG, 'some') : files;
  return [
    ...(tagged === undefined ? long : filesTagged(tagged, 'all')),
    ...projects.map((project) => `--project=${project}`),
    ...(only === undefined ? [] : [`--tags-filter=${only === 'long' ? LONG : `!${LONG}`}`]),
    ...leftOut.flatMap((tag) => filesTagged(tag, 'all')).map((path) => `--exclude=${path}`),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
  ];
};

/** Runs vitest with these tests, on screen as usual, and counts by its JSON report. */
const vitest = (tests: Tests) => async (): Promise<Count> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const env = tests.engine === undefined ? {} : { [ONLY_ENGINE]: tests.engine };
    const code = await runTool('vitest', ['run', ...argumentsOf(tests), ...reporters], env);
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const { skipped, names, ...count } = readReport(readFileSync(file, 'utf8'), code, tests.only);
    if (skipped > 0) console.log(`${skipped} tests were skipped.`);
    for (const name of names) console.log(`failed: ${name.replace(`${ROOT}/`, '')}`);
    return count;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Runs these lists of steps beside each other, to the end of each. */
const atOnce = (name: string, ...lists: (readonly Step[])[]): Step => ({
  name,
  run: async () => {
    const counts = await Promise.all(lists.map(runPlan));
    return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
  },
});

/** Types are checked from where the last check left off. */
const INCREMENTALLY = ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo'];
/** Each checker reads what the others read: one core is left for what runs beside, and on two cores one checker is the quickest. */
const CHECKERS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Pages have a browser's types, and their tests those of Node besides: neither belongs among the others. */
const CONSOLES: readonly Step[] = [
  { name: 'types of the consoles', run: tool('tsc', '-p', 'cloud/web') },
  { name: 'types of the consoles’ tests', run: tool('tsc', '-p', 'cloud/web/tsconfig.test.json') },
];

/** What only reads source text, before what runs it. */
const CHECKS: readonly Step[] = [
  atOnce(
    'source text',
    [{ name: 'types', run: tool('tsc', ...INCREMENTALLY, '--checkers', String(CHECKERS)) }, ...CONSOLES],
    [
      { name: 'lint and format', run: tool('biome', 'check', '--error-on-warnings', '.') },
      { name: 'dead code and dependencies', run: tool('knip') },
      {
        name: 'generated documents are up to date',
        run: async () => asCount(await runFile('cloud/src/documents/main.ts', ['--check'])),
      },
    ],
  ),
];

/** So many files run in half a minute beside the types, whatever they are. */
const FILES_AT_ONCE = 6;

const testsOfTheChange = async (): Promise<Count> => {
  const reached = testsReached(importersOf(), changedFiles());
  const near = reached.slice(0, FILES_AT_ONCE);
  if (near.length < reached.length)
    console.log(`${reached.length} test files are reached; these are the nearest ${near.length}. All: npm run check.`);
  return near.length === 0 ? { passed: 0, failed: 0 } : vitest({ files: near })();
};

const CHANGED: readonly Step[] = [
  atOnce(
    'what changed',
    [{ name: 'types', run: tool('tsc', ...INCREMENTALLY) }, ...CONSOLES],
    [
      {
        name: 'lint and format of what changed',
        run: async () => {
          const files = changedFiles().filter((path) => /\.(tsx?|js|mjs|cjs|json|css)$/.test(path));
          return files.length === 0
            ? asCount(0)
            : tool('biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...files)();
        },
      },
      { name: 'tests that the change can reach', run: testsOfTheChange },
    ],
  ),
];

const EVERYWHERE = ['!debian', '!gpio', '!uml*'];
/** What takes longer than a change should wait for: see `.ci/run`. */
const LONG_TESTS: Tests = { projects: EVERYWHERE, only: 'long' };
/** What needs programs of Debian: see `.ci/run`. */
const FOREIGN_PEERS: Step = { name: 'foreign peers', run: vitest({ projects: ['debian'] }) };
/** One after the other, they leave the cores to what runs beside. */
const WAITS: readonly Step[] = [
  { name: 'long tests that wait', run: vitest({ ...LONG_TESTS, tagged: WAITING, workers: 1 }) },
  FOREIGN_PEERS,
];
const PLANS: Readonly<Record<string, readonly Step[]>> = {
  all: [...CHECKS, { name: 'tests', run: vitest({ projects: EVERYWHERE, only: 'short' }) }],
  /** For every commit, in three minutes: without real processes, buses and browsers, without PostgreSQL, and nothing tried to the last case. */
  check: [
    ...CHECKS,
    {
      name: 'tests without the system’s and the exhaustive ones, on SQLite',
      run: vitest({
        projects: [...EVERYWHERE, '!system'],
        only: 'short',
        engine: 'sqlite',
        without: [POSTGRES, EXHAUSTIVE],
      }),
    },
  ],
  /** For every save, in half a minute. */
  'check --changed': CHANGED,
  long: [{ name: 'long tests', run: vitest(LONG_TESTS) }],
  debian: [FOREIGN_PEERS],
  'long+debian': [
    atOnce(
      'long tests and foreign peers',
      [{ name: 'long tests that work', run: vitest({ ...LONG_TESTS, without: [WAITING] }) }],
      WAITS,
    ),
  ],
  /** What needs GPIO lines: started by `test/gpio/run`, and by `test/uml/run` in a kernel of its own. */
  gpio: [{ name: 'GPIO lines', run: vitest({ projects: ['gpio'] }) }],
  uml: [{ name: 'a kernel of our own', run: vitest({ projects: ['gpio', 'uml'] }) }],
  'uml-paced': [{ name: 'a kernel whose time stands still while it works', run: vitest({ projects: ['uml-paced'] }) }],
};

/** Runs a plan step by step up to the first that fails. The count is the last line, whatever happens. */
const runPlan = async (steps: readonly Step[]): Promise<Count> => {
  let passed = 0;
  for (const step of steps) {
    console.log(`\n${styleText('bold', `— ${step.name}`)}`);
    const began = systemClock.monoMs();
    const count = await step.run();
    passed += count.passed;
    const verdict = count.failed === 0 ? 'ok' : 'FAILED';
    console.log(`${verdict}: ${step.name}, ${((systemClock.monoMs() - began) / 1000).toFixed(1)} s`);
    if (count.failed > 0) return { passed, failed: count.failed };
  }
  return { passed, failed: 0 };
};

const name = process.argv.slice(2).join(' ') || 'all';
const plan = PLANS[name];
if (plan === undefined) {
  console.error(
    `Usage: npm test | npm run check [-- --changed] | node bin/launch.mjs test/src/run.ts ${Object.keys(PLANS)
      .filter((one) => !one.includes(' '))
      .join('|')}`,
  );
  process.exitCode = 2;
} else {
  const count = await runPlan(plan).catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  console.log(`\n${countLine(count)}`);
  process.exitCode = count.failed === 0 ? 0 : 1;
}
