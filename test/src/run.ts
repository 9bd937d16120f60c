import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type Count, countLine, readReport } from './count.ts';
import { runFile, runTool } from './run-tool.ts';

interface Step {
  readonly name: string;
  run(): Promise<Count>;
}

const asCount = (code: number): Count => (code === 0 ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 });
const tool =
  (name: string, ...args: string[]) =>
  async () =>
    asCount(await runTool(name, args));

/** Runs vitest with the given filters of its projects, on screen as usual, and counts by its JSON report. */
const vitest = (projects: readonly string[]) => async (): Promise<Count> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'));
  const file = join(folder, 'report.json');
  try {
    const filters = projects.map((project) => `--project=${project}`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const code = await runTool('vitest', ['run', ...filters, ...reporters]);
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const { skipped, ...count } = readReport(readFileSync(file, 'utf8'), code);
    if (skipped > 0) console.log(`${skipped} tests were skipped.`);
    return count;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** From the quick to the slow. What only reads source text comes first. */
const CHECKS: readonly Step[] = [
  { name: 'types', run: tool('tsc', '-p', '.') },
  { name: 'lint and format', run: tool('biome', 'check', '--error-on-warnings', '.') },
  { name: 'dead code and dependencies', run: tool('knip') },
  {
    name: 'generated documents are up to date',
    run: async () => asCount(await runFile('cloud/src/openapi-reports.ts', ['--check'])),
  },
];

const PLANS: Readonly<Record<string, readonly Step[]>> = {
  all: [...CHECKS, { name: 'tests', run: vitest(['!debian', '!gpio', '!uml*']) }],
  /** Without real processes, buses and browsers. */
  check: [...CHECKS, { name: 'tests without the system’s', run: vitest(['!debian', '!gpio', '!uml*', '!system']) }],
  /** What needs programs of Debian: see `.ci/run`. */
  debian: [{ name: 'foreign peers', run: vitest(['debian']) }],
  /** What needs GPIO lines: started by `test/gpio/run`, and by `test/uml/run` in a kernel of its own. */
  gpio: [{ name: 'GPIO lines', run: vitest(['gpio']) }],
  uml: [{ name: 'a kernel of our own', run: vitest(['gpio', 'uml']) }],
  'uml-paced': [{ name: 'a kernel whose time stands still while it works', run: vitest(['uml-paced']) }],
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

const [name = 'all', ...more] = process.argv.slice(2);
const plan = PLANS[name];
if (plan === undefined || more.length > 0) {
  console.error(
    `Usage: npm test | npm run check | node bin/launch.mjs test/src/run.ts ${Object.keys(PLANS).join('|')}`,
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
