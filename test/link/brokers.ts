import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TokenSecret } from '@gatehouse/cloud/kit/secrets/secrets.ts';
import type { Broker } from '@gatehouse/cloud/link/broker.ts';
import { writeBrokerFolder } from '@gatehouse/cloud/link/broker-folder.ts';
import type { BrokerServerOptions } from '@gatehouse/cloud/link/broker-server.ts';
import { createDeviceTokens, type DeviceTokens } from '@gatehouse/cloud/link/device-tokens.ts';
import { startEmbeddedBroker } from '@gatehouse/cloud/link/embedded-broker.ts';
import { connectExternalBroker } from '@gatehouse/cloud/link/external-broker.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type KeyAndCertificate, newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A broker to run the link's tests on, and all that its clients need. */
export interface TestBroker {
  readonly broker: Broker;
  /** Where boxes connect. */
  readonly port: number;
  readonly caPem: string;
  readonly tokens: DeviceTokens;
  readonly replica: string;
  /** The wire between the cloud and a separate broker; an embedded one has none. */
  readonly cloudWire: TcpProxy | undefined;
  /** Boxes that the cloud knows no more. */
  readonly dismissed: Set<string>;
  /** The process that holds the broker. */
  readonly pid: number;
  stop(): Promise<void>;
}

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PROGRAM = fileURLToPath(import.meta.resolve('@gatehouse/cloud/link/broker-process.ts'));

const credentials = async () => {
  const authority: KeyAndCertificate = await newAuthority('Link tests', systemClock.wallMs());
  const server = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
  const secret: TokenSecret = { kid: 't1', secret: randomBytes(32) };
  const dismissed = new Set<string>();
  return {
    authority,
    caPem: authority.certificatePem,
    server,
    secret,
    dismissed,
    admits: async (boxId: string) => !dismissed.has(boxId),
    tokens: createDeviceTokens({ clock: systemClock, secrets: [secret] }),
  };
};

export const embedded = async (
  limits: Pick<BrokerServerOptions, 'boxLimits' | 'maxDevices'> = {},
): Promise<TestBroker> => {
  const { admits, caPem, dismissed, server, tokens } = await credentials();
  const replica = 'r-embedded';
  const broker = await startEmbeddedBroker({
    clock: systemClock,
    log: quiet,
    tokens,
    admits,
    ...limits,
    host: '127.0.0.1',
    port: 0,
    ...server,
    replica,
  });
  return {
    broker,
    port: broker.port,
    caPem,
    tokens,
    dismissed,
    replica,
    cloudWire: undefined,
    pid: process.pid,
    stop: broker.close,
  };
};

const separate = async (): Promise<TestBroker> => {
  const { admits, authority, caPem, dismissed, secret, tokens } = await credentials();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-broker-'));
  const dir = join(folder, 'broker');
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const options = write(
    'options.json',
    JSON.stringify({
      port: 0,
      dir,
      logLevel: 'silent',
    }),
  );
  write('authority.json', JSON.stringify(authority));
  write(
    'token-secrets.json',
    JSON.stringify([{ kid: secret.kid, secret: Buffer.from(secret.secret).toString('base64url') }]),
  );
  await writeBrokerFolder(folder, { dir, names: ['localhost', '127.0.0.1'] }, systemClock.wallMs());
  const child: ChildProcess = fork(PROGRAM, [options], { execArgv: [] });
  const exited = once(child, 'exit');
  const [ready] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('the broker process did not start'))),
  ])) as [{ port: number }];
  const cloudWire = await startTcpProxy(ready.port);
  const replica = 'r-separate';
  const broker = connectExternalBroker({
    clock: systemClock,
    random: systemRandom,
    log: quiet,
    admits,
    url: `mqtts://localhost:${cloudWire.port}`,
    caPem,
    replica,
    probe: { every: Milliseconds(500), timeout: Milliseconds(500) },
    credentials: () => ({ username: `cloud-${replica}`, password: tokens.issue(replica, 'mqtt-cloud').token }),
  });
  const stop = async () => {
    await broker.close();
    await cloudWire.close();
    if (child.exitCode === null) child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return { broker, port: ready.port, caPem, tokens, dismissed, replica, cloudWire, pid: child.pid ?? 0, stop };
};

/** The same tests must hold on each. */
export const BROKERS: readonly { name: string; start: () => Promise<TestBroker> }[] = [
  { name: 'the broker in the cloud’s process', start: () => embedded() },
  { name: 'the broker as a process of its own', start: separate },
];
