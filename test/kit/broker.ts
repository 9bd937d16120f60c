import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { loadSecrets } from '@gatehouse/cloud/kit/secrets/secrets.ts';
import { writeBrokerFolder } from '@gatehouse/cloud/link/broker-folder.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';

const PROGRAM = fileURLToPath(import.meta.resolve('@gatehouse/cloud/link/broker-process.ts'));
const Ready = z.object({ port: z.number() });

export interface SeparateBroker {
  /** For the cloud: where the broker is, and whose certificate it has. */
  readonly environment: Readonly<Record<'BROKER_URL' | 'BROKER_CA_FILE', string>>;
  readonly process: () => Child<unknown>;
  /** Starts it again, on the same port. */
  readonly start: () => Promise<void>;
}

/** Runs the broker as a process of its own, with what the cloud of `dataDir` is going to give it. */
export const startSeparateBroker = async (
  dir: string,
  dataDir: string,
  start: typeof startChild,
): Promise<SeparateBroker> => {
  const secretsDir = join(dataDir, 'secrets');
  const names = ['localhost', '127.0.0.1', '::1'];
  const { caFile } = await loadSecrets({ dataDir, secretsDir, publicNames: names, tls: undefined }, systemClock);
  const folder = join(dir, 'broker');
  await writeBrokerFolder(secretsDir, { dir: folder, names }, systemClock.wallMs());
  const optionsFile = join(dir, 'broker.json');
  let port = 0;
  const run = async () => {
    writeFileSync(optionsFile, JSON.stringify({ port, dir: folder }));
    const process = await start({
      name: 'broker',
      file: PROGRAM,
      args: [optionsFile],
      ready: Ready,
      logDir: join(dir, 'logs'),
      clock: systemClock,
    });
    port = process.ready.port;
    return process;
  };
  let running = await run();
  return {
    environment: { BROKER_URL: `mqtts://localhost:${port}`, BROKER_CA_FILE: caFile },
    process: () => running,
    start: async () => {
      running = await run();
    },
  };
};
