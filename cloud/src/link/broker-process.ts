import { readFileSync } from 'node:fs';
import { announceReady, listenForStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { pino } from 'pino';
import { z } from 'zod';
import { readBrokerFolder } from './broker-folder.ts';
import { type BrokerServer, startBrokerServer } from './broker-server.ts';
import { createTokenCheck } from './device-tokens.ts';
import { createReplicaQuestions } from './replica-questions.ts';

/**
 * The broker as a process of its own, so that several replicas of the cloud can share it:
 * `node cloud/src/link/broker-process.ts <options.json>`. What it needs to serve lies in a folder of its own, which
 * `gatehouse cloud broker-folder` makes: never where the cloud keeps its secrets.
 */
const Options = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8883),
  portTries: z.int().min(0).max(100).default(0),
  /** The folder of this broker. */
  dir: z.string(),
  /** A certificate of the operator's own, instead of the one in the folder. */
  keyFile: z.string().optional(),
  certificateFile: z.string().optional(),
  maxConnections: z.int().positive().optional(),
  /** Balancers in front, which name the true address of each connection (PROXY protocol) where `proxyProtocol` is true. */
  trustProxy: z.array(z.string()).default([]),
  proxyProtocol: z.boolean().default(false),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The operator's own certificate, where the options name one. */
const certificateOf = ({ keyFile, certificateFile }: z.infer<typeof Options>): KeyAndCertificate | undefined => {
  if ((keyFile === undefined) !== (certificateFile === undefined))
    throw new TypeError('keyFile and certificateFile: both or neither');
  return keyFile === undefined || certificateFile === undefined
    ? undefined
    : { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') };
};

const main = async (optionsFile: string | undefined): Promise<void> => {
  const onStop = listenForStop();
  if (optionsFile === undefined) throw new TypeError('usage: broker-process.ts <options.json>');
  const parsed = Options.safeParse(JSON.parse(readFileSync(optionsFile, 'utf8')));
  if (!parsed.success) throw new TypeError(`${optionsFile}: ${z.prettifyError(parsed.error)}`);
  const options = parsed.data;
  const log = pino({ level: options.logLevel, name: 'broker' });
  const { tls, tokenKeys } = readBrokerFolder(options.dir);
  let server: BrokerServer | undefined;
  const questions = createReplicaQuestions({
    clock: systemClock,
    publish: (topic, payload) => server?.publish(topic, payload),
    endSession: async (boxId) => server?.endSession(boxId),
  });
  server = await startBrokerServer({
    clock: systemClock,
    log,
    tokens: createTokenCheck({ clock: systemClock, keys: tokenKeys }),
    admits: questions.admits,
    onMessage: questions.heard,
    onReplicas: questions.replicas,
    host: options.host,
    port: options.port,
    portTries: options.portTries,
    trustProxy: options.trustProxy,
    proxyProtocol: options.proxyProtocol,
    ...(certificateOf(options) ?? tls),
    ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
  });
  onStop(async (why) => {
    log.info({ why }, 'the broker stops');
    await server?.close();
  });
  log.info({ host: options.host, port: server.port }, 'the broker serves');
  announceReady({ host: options.host, port: server.port });
};

if (import.meta.main)
  main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
