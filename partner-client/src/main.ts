import { randomUUID } from 'node:crypto';
import { runChecks } from './check/run-checks.ts';

/** `node partner-client/src/main.ts`: checks the API with your own key, by the names that the guide's quick start sets. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  process.exitCode = (await runChecks(process.env, { run: randomUUID().slice(0, 8), say })) === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
