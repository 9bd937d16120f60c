import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { gymAsker } from './gym-asker.ts';
import { playAll } from './play-all.ts';
import { stepLine, summaryLine, verdictLine } from './report.ts';
import { parseScenario, type Scenario, ScenarioError } from './scenario.ts';

const AT_ONCE_MAX = 8;
const OPTIONS = {
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'at-once': { type: 'string', default: '1' },
} as const;

const read = (path: string): string => readFileSync(path, 'utf8');
const readScenario = (file: string): Scenario => {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    throw new ScenarioError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return parseScenario(text, file, read);
};

/** Plays the scenarios whose files are named, and resolves with the exit code: 0 when all of them passed. */
const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const atOnce = Number(values['at-once']);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > AT_ONCE_MAX)
    throw new ScenarioError(`--at-once takes 1 to ${AT_ONCE_MAX}`);
  const say = (line: string): void => {
    if (!values.json) process.stdout.write(`${line}\n`);
  };
  const scenarios = positionals.map(readScenario);
  if (values.check) {
    for (const { file, title, steps } of scenarios) say(`${file}: ${title} (${steps.length} steps)`);
    return 0;
  }
  const open = gymAsker(process);
  if (open === undefined) throw new ScenarioError('Nobody is here who could start a gym: gatehouse scenario <file…>');

  /** Each scenario's lines stay together, also where several run at a time. */
  const kept = new Map<Scenario, string[]>();
  const line = (scenario: Scenario, text: string): void => {
    if (atOnce === 1) say(text);
    else kept.set(scenario, [...(kept.get(scenario) ?? []), text]);
  };
  const verdicts = await playAll(scenarios, {
    clock: systemClock,
    open,
    atOnce,
    onBegin: (scenario) => line(scenario, `\n${scenario.title}\n  ${scenario.file}`),
    onStep: (scenario, step) => line(scenario, stepLine(step)),
    onVerdict: (scenario, verdict) => {
      line(scenario, verdictLine(verdict));
      for (const text of kept.get(scenario) ?? []) say(text);
      kept.delete(scenario);
    },
  });
  if (values.json) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
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
