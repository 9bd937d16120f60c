import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { WebSocket } from 'ws';
import { eventually } from './eventually.ts';
import { aPlatformKey, platformClient } from './platform-client.ts';

/** A cloud that copies from a source, as docs/staging.md has it be set up, and a super admin of its own. */
export const startStaging = async (folder: string, sourceUrl: string) => {
  const dataDir = join(folder, 'staging');
  const cloud = await startChild({
    name: 'staging',
    logDir: join(folder, 'logs'),
    clock: systemClock,
    file: PROGRAMS.cloud,
    args: [],
    environment: {
      ...ANY_PORTS,
      DATA_DIR: dataDir,
      INSTALLATION: 'staging',
      SYNC_SOURCE_URL: sourceUrl,
      FIRST_ADMIN_EMAIL: 'first@staging.example',
    },
    ready: CloudReady.omit({ demo: true }),
  });
  const ca = readFileSync(cloud.ready.caFile, 'utf8');
  const cloudControl = (command: string, body: unknown = {}) => callControl(dataDir, command, body);
  const key = await aPlatformKey({ cloudControl }, 'admin@staging.example', { role: 'super-admin', scope: 'platform' });
  const api = platformClient(cloud.ready.platformUrl, ca, key);
  const live = await liveSocket(cloud.ready.platformUrl, ca, key);
  return {
    databaseUrl: `sqlite:${join(dataDir, 'cloud.db')}`,
    api,
    live,
    close: async (): Promise<void> => {
      live.close();
      await api.close();
      await cloud.stop();
    },
  };
};

interface Frame {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Somebody's live socket, and what it was told of runs. */
const liveSocket = async (platformUrl: string, ca: string, key: string) => {
  const address = new URL('/api/live', platformUrl.replace(/^https/, 'wss'));
  const socket = new WebSocket(address, ['gatehouse.live.v1'], { ca, headers: { 'x-api-key': key } });
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as Frame));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const welcome = () => frames.find(({ type }) => type === 'welcome');
  await eventually(() => welcome() !== undefined, 'the socket is welcome');
  return {
    socketID: String(welcome()?.socketID),
    /** The lines of a run, once it has told this one. */
    told: async (runId: string, last: string): Promise<readonly Frame[]> => {
      const lines = () => frames.filter(({ type, run }) => type === 'log' && run === runId);
      await eventually(() => lines().some(({ text }) => text === last), `the run tells: ${last}`);
      return lines();
    },
    close: () => socket.close(),
  };
};
