import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { EdgeReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { bundleAgent } from '@gatehouse/edge/release/bundle-agent.ts';
import { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { writeSnapshot } from './edge-snapshot.ts';
import type { Gym } from './gym.ts';

/** One start of the agent with its cloud out of reach. */
export interface AgentStart {
  readonly readyMs: number;
  /** After it has stood idle for a while. */
  readonly idleMegabytes: number;
}
export interface AgentStarts {
  /** From the bundle of a release, with the snapshot it had. */
  readonly bundled: readonly AgentStart[];
  readonly source: readonly AgentStart[];
  /** The bundle with a facility of many members. */
  readonly crowded: readonly AgentStart[];
}

export const IDLE = Seconds(8);
/** As `edge/bin/supervise.mjs` starts a release. */
export const SUPERVISED = { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_ARENA_MAX: '1' };

/** proc(5). */
export const residentMegabytes = (pid: number): number => {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
};

/** Starts the agent of a gym that has stopped. */
export const startAgent = (
  edgeFolder: string,
  { file, environment, logDir }: { file: string; environment: Readonly<Record<string, string>>; logDir: string },
) =>
  startChild({
    name: 'agent',
    file,
    args: ['--config', join(edgeFolder, 'edge.json'), '--data', edgeFolder, '--panel-port', '0'],
    environment: { LOG_LEVEL: 'warn', ...environment },
    logDir,
    clock: systemClock,
    ready: EdgeReady,
  });

/** Starts the agent of a gym that has stopped, over and over: as source, as a release, and with many members. */
export const measureStarts = async (
  folder: string,
  gym: Pick<Gym, 'edgeFolder' | 'facilityId' | 'doorIds'>,
  { rounds, members }: { rounds: number; members: number },
): Promise<AgentStarts> => {
  const release = join(folder, 'release');
  mkdirSync(release);
  await bundleAgent(release, '0.0.1');
  const once = async (file: string, environment: Record<string, string>): Promise<AgentStart> => {
    const began = systemClock.monoMs();
    const agent = await startAgent(gym.edgeFolder, { file, environment, logDir: join(folder, 'logs') });
    const readyMs = systemClock.monoMs() - began;
    await sleep(systemClock, IDLE);
    const idleMegabytes = residentMegabytes(agent.pid);
    await agent.stop();
    return { readyMs, idleMegabytes };
  };
  const times = async (file: string, environment: Record<string, string> = {}): Promise<AgentStart[]> => {
    const starts: AgentStart[] = [];
    for (let round = 0; round < rounds; round++) starts.push(await once(file, environment));
    return starts;
  };
  const bundle = join(release, 'agent.mjs');
  const source = await times(PROGRAMS.edge);
  const bundled = await times(bundle, SUPERVISED);
  const path = join(gym.edgeFolder, 'access.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  await writeSnapshot(
    { path, rosterPath: join(gym.edgeFolder, 'bench-roster.json') },
    {
      facilityId: FacilityId.parse(gym.facilityId),
      doors: gym.doorIds.map((id) => DoorId.parse(id)),
      members,
    },
  );
  return { bundled, source, crowded: await times(bundle, SUPERVISED) };
};
