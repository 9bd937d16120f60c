import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError } from './config.ts';

export const USAGE = `Usage: edge --config FILE --data DIR [--panel-port N] [--panel-host H] [--log-file FILE]
  --config FILE     the cloud's address, its CA, and the bus paths (JSON)
  --data DIR        where the box keeps its key, its state and its journal
  --panel-port N    first port tried for the staff panel (9443)
  --panel-host H    address the staff panel listens on (127.0.0.1: this machine only)
  --log-file FILE   log into this file, turned over at 10 MB, five older ones kept (errors also go to stderr)`;

const Options = z.strictObject({
  config: z.string({ error: 'is missing' }).min(1),
  data: z.string({ error: 'is missing' }).min(1),
  'panel-port': z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(9443),
  'log-file': z.string().min(1).max(400).optional(),
  'panel-host': z.string().min(1).max(255).default('127.0.0.1'),
});

export interface EdgeOptions {
  readonly configFile: string;
  readonly dataDir: string;
  readonly panelPort: number;
  readonly panelHost: string;
  readonly logFile?: string | undefined;
}

/** Reads the command line. Throws a `ConfigError` that lists every problem and the usage. */
export const parseOptions = (args: readonly string[]): EdgeOptions => {
  const problem = (text: string) => new ConfigError(`${text}\n\n${USAGE}`);
  const option = { type: 'string' } as const;
  let values: Record<string, unknown>;
  try {
    const options = { config: option, data: option, 'panel-port': option, 'panel-host': option, 'log-file': option };
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw problem((error as Error).message);
  }
  const parsed = Options.safeParse(values);
  if (!parsed.success)
    throw problem(parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const { config, data, 'panel-port': panelPort, 'panel-host': panelHost, 'log-file': logFile } = parsed.data;
  return { configFile: config, dataDir: data, panelPort, panelHost, logFile };
};
