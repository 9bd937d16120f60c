import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { bundleAgent } from '@gatehouse/edge/release/bundle-agent.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Certificate } from './certificate.ts';
import { IDLE, residentMegabytes, SUPERVISED, startAgent } from './edge-agent.ts';
import { noOpFloor } from './floors.ts';
import type { Pair } from './frame-figures.ts';
import { startGym } from './gym.ts';

const BAUD = 115_200;

/** Starts a cloud, the bundled agent of a gym and a bare server, and after a while looks at what each takes of the memory. */
export const openIdle = async (
  folder: string,
  certificate: Certificate,
): Promise<() => Promise<Readonly<Record<'H6-cloud' | 'H6-agent', Pair>>>> => {
  const gym = await startGym(folder, { baud: BAUD });
  await gym.stop();
  const release = join(folder, 'release');
  mkdirSync(release);
  await bundleAgent(release, '0.0.1');
  const logDir = join(folder, 'logs');
  return async () => {
    const bare = await noOpFloor(certificate);
    const cloud = await startChild({
      name: 'cloud',
      file: PROGRAMS.cloud,
      args: ['--seed-demo'],
      environment: {
        LOG_LEVEL: 'warn',
        DATA_DIR: join(folder, 'idle-cloud'),
        ...ANY_PORTS,
      },
      logDir,
      clock: systemClock,
      ready: CloudReady,
    });
    const agent = await startAgent(gym.edgeFolder, {
      file: join(release, 'agent.mjs'),
      environment: SUPERVISED,
      logDir,
    });
    await sleep(systemClock, IDLE);
    const floor = residentMegabytes(bare.pid);
    const found = {
      'H6-cloud': { own: residentMegabytes(cloud.pid), floor },
      'H6-agent': { own: residentMegabytes(agent.pid), floor },
    };
    for (const running of [agent, cloud, bare]) await running.stop();
    return found;
  };
};
