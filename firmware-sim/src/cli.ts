import { readFileSync } from 'node:fs';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { findCommand, readInvocation, usageOf } from './cli-arguments.ts';
import { helpText } from './cli-help.ts';
import { eventLine, frameLine, stateReport, stepLine } from './cli-report.ts';
import { createSimulatorClient, type SimulatorClient, SimulatorRefusal } from './control/client.ts';
import { stepLine as stepVerdictLine, verdictLine } from './scenario/report.ts';
import { runScenario } from './scenario/run-scenario.ts';
import { parseScenario, type Scenario } from './scenario/scenario.ts';

export interface SimCommandDeps {
  /** The running simulator's address. */
  readonly baseUrl: string;
  /** Takes each line of output, without its newline. */
  readonly out: (line: string) => void;
  /** Ends `watch`. */
  readonly signal?: AbortSignal;
}

/** Runs one `sim` command, as typed after `sim`. Resolves with the exit code; never rejects for what the simulator refuses. */
export const runSimCommand = async (args: readonly string[], deps: SimCommandDeps): Promise<number> => {
  try {
    return await run(args, createSimulatorClient(deps.baseUrl), deps);
  } catch (error) {
    if (!(error instanceof SimulatorRefusal)) throw error;
    deps.out(error.message);
    return 1;
  }
};

const run = async (args: readonly string[], client: SimulatorClient, deps: SimCommandDeps): Promise<number> => {
  const { out } = deps;
  const [first = 'help', second, third] = args;
  switch (first) {
    case 'help':
    case '--help':
      out(helpText());
      return 0;
    case 'state': {
      const state = await client.state();
      out(second === '--json' ? JSON.stringify(state, null, 2) : stateReport(state));
      return 0;
    }
    case 'edge-config':
      out(JSON.stringify(await client.edgeConfig(), null, 2));
      return 0;
    case 'recording':
      out(JSON.stringify(await client.recording(), null, 2));
      return 0;
    case 'trace': {
      const buses = second === undefined ? (await client.state()).traffic : [second];
      for (const bus of buses)
        for (const frame of (await client.trace(bus)).slice(-(Number(third) || 20))) out(frameLine(frame));
      return 0;
    }
    case 'watch':
      return watch(client, deps);
    case 'scenario':
      return scenario(second, client, out);
    default:
      return command(args, client, out);
  }
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
};

const command = async (
  args: readonly string[],
  client: SimulatorClient,
  out: (line: string) => void,
): Promise<number> => {
  const invocation = readInvocation(args, readJson);
  if (typeof invocation === 'string') {
    out(invocation);
    if (findCommand(args) === undefined) out('"sim help" lists the commands.');
    return 1;
  }
  const { name, body } = invocation;
  const { target, name: verb } = invocation.command;
  try {
    const outcome = target === 'site' ? await client.site(verb, body) : await client[target](name, verb, body);
    for (const step of outcome.steps ?? []) out(stepLine(step));
    out(outcome.message);
    return outcome.done ? 0 : 1;
  } catch (error) {
    if (error instanceof SimulatorRefusal && error.code === 'invalid_body')
      throw new SimulatorRefusal(error.code, `${error.message}. Usage: sim ${usageOf(invocation.command)}`);
    throw error;
  }
};

/** Plays a scenario that needs no gym against the running simulator. */
const scenario = async (
  file: string | undefined,
  building: SimulatorClient,
  out: (line: string) => void,
): Promise<number> => {
  if (file === undefined) {
    out('Which file? Usage: sim scenario <file>');
    return 1;
  }
  const read = (path: string): string => readFileSync(path, 'utf8');
  let played: Scenario;
  try {
    played = parseScenario(read(file), file, read);
  } catch (error) {
    out(error instanceof Error ? error.message : String(error));
    return 1;
  }
  const verdict = await runScenario(played, {
    clock: systemClock,
    building,
    onStep: (step) => out(stepVerdictLine(step)),
  });
  out(verdictLine(verdict));
  return verdict.passed ? 0 : 1;
};

const watch = async (client: SimulatorClient, { out, signal }: SimCommandDeps): Promise<number> => {
  try {
    for await (const event of client.events(signal)) {
      const line = eventLine(event);
      if (line !== undefined) out(line);
    }
    out('The simulator has ended.');
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return 0;
};

if (import.meta.main) {
  const args = process.argv.slice(2);
  const baseUrl = args[0] === '--url' ? (args.splice(0, 2)[1] ?? '') : 'http://127.0.0.1:9080';
  if (URL.canParse(baseUrl)) {
    process.exitCode = await runSimCommand(args, { baseUrl, out: (line) => void process.stdout.write(`${line}\n`) });
  } else {
    process.stderr.write(`--url needs an address such as http://127.0.0.1:9080, not "${baseUrl}".\n`);
    process.exitCode = 1;
  }
}
