import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import type { StartedSide } from './floors.ts';
import { startProgram } from './program.ts';

const CloudSide = z.object({ url: z.string(), token: z.string(), replica: z.string() });
const Sample = z.object({ latenciesMs: z.array(z.number()), elapsedMs: z.number() });

interface BrokerProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Command and confirmation over MQTT, QoS 1 both ways and TLS, with nothing around them. */
const pingSide = async (
  name: string,
  { keyFile, certificateFile, caFile }: Certificate,
  separate?: BrokerProcess,
): Promise<StartedSide> => {
  const boxId = randomUUID();
  const files = [keyFile, certificateFile, caFile];
  const cloud = await startProgram(
    'ping-cloud',
    [boxId, ...files, ...(separate === undefined ? [] : [separate.url])],
    CloudSide,
  );
  const { url, token, replica } = cloud.ready;
  const box = await startProgram('ping-box', [boxId, url, token, replica, caFile], z.object({}));
  return {
    side: {
      name,
      pids: { cloud: cloud.pid, box: box.pid, ...(separate && { broker: separate.pid }) },
      open: async (inFlight) => ({
        run: async (forMs) => Sample.parse(await cloud.request({ inFlight, forMs })),
        close: () => undefined,
      }),
    },
    stop: async () => {
      await box.stop();
      await cloud.stop();
      await separate?.stop();
    },
  };
};

export const embeddedPing = (certificate: Certificate): Promise<StartedSide> =>
  pingSide('command and confirmation, embedded broker', certificate);

/** The same through mosquitto, if this machine has it. */
export const mosquittoPing = async (certificate: Certificate, folder: string): Promise<StartedSide | undefined> => {
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/sbin')
    .map((at) => join(at, 'mosquitto'))
    .find(existsSync);
  if (program === undefined) return undefined;
  const mosquitto = await startMosquitto(program, certificate, folder);
  return pingSide('command and confirmation, mosquitto', certificate, mosquitto);
};

const startMosquitto = async (program: string, certificate: Certificate, folder: string): Promise<BrokerProcess> => {
  const reserved = createServer();
  const port = await listen(reserved, { host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => reserved.close(resolve));
  const config = join(folder, 'mosquitto.conf');
  const lines = [
    `listener ${port} 127.0.0.1`,
    `cafile ${certificate.caFile}`,
    `certfile ${certificate.certificateFile}`,
    `keyfile ${certificate.keyFile}`,
    'allow_anonymous true',
    'max_inflight_messages 0',
    'set_tcp_nodelay true',
    'persistence false',
    'user root',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = exited.then(() => Promise.reject(new Error('mosquitto did not start')));
  const running = new Promise<void>((resolve) => {
    child.stderr.on('data', (text: Buffer) => {
      if (text.includes(' running')) resolve();
    });
  });
  failed.catch(() => undefined); // It ends when it is told to.
  await Promise.race([running, failed]);
  return {
    url: `mqtts://localhost:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
