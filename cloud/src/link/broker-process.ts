import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceReady, listenForStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { pino } from 'pino';
import { z } from 'zod';
import { startBrokerServer } from './broker-server.ts';
import { createDeviceTokens } from './device-tokens.ts';

/**
 * The broker as a process of its own, so that several replicas of the cloud can share it:
 * `node cloud/src/link/broker-process.ts <options.json>`. Secrets stay in files of mode 0600: the folder that the
 * replicas share (`SECRETS_DIR`), or files that the options name one by one.
 */
const Options = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8883),
  portTries: z.int().min(0).max(100).default(0),
  /** Where the cloud keeps its secrets. What is not named below is taken from there. */
  secretsDir: z.string().optional(),
  keyFile: z.string().optional(),
  certificateFile: z.string().optional(),
  /** JSON: `[{"kid": "…", "secret": "<base64url, 32 bytes or more>"}]`, the signing one first; shared with the replicas. */
  tokenKeysFile: z.string().optional(),
  maxConnections: z.int().positive().optional(),
  /** Balancers in front, which name the true address of each connection (PROXY protocol) where `proxyProtocol` is true. */
  trustProxy: z.array(z.string()).default([]),
  proxyProtocol: z.boolean().default(false),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
type Options = z.infer<typeof Options>;
const ServerFile = z.strictObject({ keyPem: z.string(), certificatePem: z.string() });
const TokenKeys = z
  .array(z.strictObject({ kid: z.string(), secret: z.base64url() }))
  .min(1)
  .max(2);

const shared = ({ secretsDir }: Options, name: string): string => {
  if (secretsDir === undefined)
    throw new TypeError('secretsDir, or keyFile, certificateFile and tokenKeysFile: needed');
  return join(secretsDir, name);
};
const certificateOf = (options: Options): z.infer<typeof ServerFile> => {
  const { keyFile, certificateFile } = options;
  if ((keyFile === undefined) !== (certificateFile === undefined))
    throw new TypeError('keyFile and certificateFile: both or neither');
  return keyFile !== undefined && certificateFile !== undefined
    ? { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') }
    : ServerFile.parse(JSON.parse(readFileSync(shared(options, 'server.json'), 'utf8')));
};
const tokenKeysOf = (options: Options) => {
  const file = options.tokenKeysFile ?? shared(options, 'token-secrets.json');
  return TokenKeys.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ kid, secret }) => ({
    kid,
    secret: Buffer.from(secret, 'base64url'),
  }));
};

const main = async (optionsFile: string | undefined): Promise<void> => {
  const onStop = listenForStop();
  if (optionsFile === undefined) throw new TypeError('usage: broker-process.ts <options.json>');
  const parsed = Options.safeParse(JSON.parse(readFileSync(optionsFile, 'utf8')));
  if (!parsed.success) throw new TypeError(`${optionsFile}: ${z.prettifyError(parsed.error)}`);
  const options = parsed.data;
  const log = pino({ level: options.logLevel, name: 'broker' });
  const server = await startBrokerServer({
    clock: systemClock,
    log,
    tokens: createDeviceTokens({ clock: systemClock, keys: tokenKeysOf(options) }),
    host: options.host,
    port: options.port,
    portTries: options.portTries,
    trustProxy: options.trustProxy,
    proxyProtocol: options.proxyProtocol,
    ...certificateOf(options),
    ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
  });
  onStop(async (why) => {
    log.info({ why }, 'the broker stops');
    await server.close();
  });
  log.info({ host: options.host, port: server.port }, 'the broker serves');
  announceReady({ host: options.host, port: server.port });
};

if (import.meta.main)
  main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
