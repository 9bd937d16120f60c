// Says what a configuration names that this machine does not have, a line each. Nothing is written to any line.
import { ConfigError, loadConfig } from '../config.ts';
import { missingFromMachine } from './missing-from-machine.ts';

try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new ConfigError('Usage: main.ts FILE');
  const missing = await missingFromMachine(loadConfig(file));
  for (const line of missing) process.stdout.write(`${line}\n`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
