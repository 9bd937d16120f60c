import { readFileSync } from 'node:fs';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { createSimulatorClient } from '../control/client.ts';
import { gymAsker, type OpenedGym } from './gym-asker.ts';
import { stepLine, summaryLine, verdictLine } from './report.ts';
import { runScenario, type Verdict } from './run-scenario.ts';
import { runningGym } from './running-gym.ts';
import { parseScenario, type Scenario, ScenarioError } from './scenario.ts';

const FLAGS: ReadonlySet<string> = new Set(['--check', '--json']);
const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => FLAGS.has(arg)));
const read = (path: string): string => readFileSync(path, 'utf8');
const say = (line: string): void => {
  if (!flags.has('--json')) process.stdout.write(`${line}\n`);
};

/** Those that can share a gym, in the order of the files. */
const grouped = (scenarios: readonly Scenario[]): Scenario[][] => {
  const groups = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const key = JSON.stringify([scenario.building ?? 'demo', scenario.seed, scenario.doors]);
    groups.set(key, [...(groups.get(key) ?? []), scenario]);
  }
  return [...groups.values()];
};

const runOne = async (scenario: Scenario, opened: OpenedGym, gym: ReturnType<typeof runningGym>): Promise<Verdict> => {
  say(`\n${scenario.title}\n  ${scenario.file}`);
  const verdict = await runScenario(scenario, {
    clock: systemClock,
    building: createSimulatorClient(opened.place.simulatorUrl),
    gym,
    onStep: (step) => say(stepLine(step)),
  });
  say(verdictLine(verdict));
  return verdict;
};

const runGroup = async (
  scenarios: readonly Scenario[],
  open: NonNullable<ReturnType<typeof gymAsker>>,
): Promise<Verdict[]> => {
  const [first] = scenarios;
  if (first === undefined) return [];
  const opened = await open(first);
  const gym = runningGym({ place: opened.place, clock: systemClock, process: opened.process });
  const verdicts: Verdict[] = [];
  try {
    for (const scenario of scenarios) verdicts.push(await runOne(scenario, opened, gym));
  } finally {
    gym.close();
    await opened.close();
  }
  return verdicts;
};

const main = async (): Promise<number> => {
  const scenarios = args.filter((arg) => !FLAGS.has(arg)).map((file) => parseScenario(read(file), file, read));
  if (flags.has('--check')) {
    for (const { file, title, steps } of scenarios) say(`${file}: ${title}, ${steps.length} steps`);
    return 0;
  }
  const open = gymAsker(process);
  if (open === undefined) throw new ScenarioError('Nobody is here who could start a gym: gatehouse scenario <file…>');
  const verdicts: Verdict[] = [];
  for (const group of grouped(scenarios)) verdicts.push(...(await runGroup(group, open)));
  if (flags.has('--json')) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
  say(`\n${summaryLine(verdicts)}`);
  return verdicts.every(({ passed }) => passed) ? 0 : 1;
};

// Who started this process keeps the gyms: without it there is nothing to play in.
process.once('disconnect', () => process.exit(2));
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
process.removeAllListeners('disconnect');
if (process.connected) process.disconnect();
