import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { GymPlace } from '@gatehouse/shared/gym/gym-place.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { authoritiesPem } from '../authorities-pem.ts';
import { type Child, type ChildOptions, startChild } from '../demo/child.ts';
import { CloudReady, EdgeReady, SimReady } from '../demo/ready.ts';
import { PROGRAMS } from '../process-files.ts';
import { CommandFailure } from '../readable-failure.ts';
import { hardwareOf } from './gym-agent.ts';
import { createGymFacility } from './gym-cloud.ts';
import { joinLan } from './gym-lan.ts';
import { besideSimulator, ofSimulator } from './gym-machine.ts';
import { limitDisk, livingAt, ON_A_FULL_DISK } from './gym-mishaps.ts';

export interface GymOptions {
  /** What the simulator reads as its building; `null` for the demo's. */
  readonly building: object | null;
  readonly seed: string;
  /** Settings of every door, such as `holdSeconds`. */
  readonly doors: Readonly<Record<string, number>>;
}

/** A gym of its own: three processes on free ports of the loopback, in a folder that goes with it. */
export interface StartedGym {
  readonly place: GymPlace;
  /** `clock`: the time at which the machine lives that it is started on, in the words of faketime. */
  process(which: 'agent' | 'cloud', act: 'kill' | 'stop' | 'start', clock?: string): Promise<void>;
  /** Whether the agent's disk takes anything more, in this run of it and in later ones. */
  disk(state: 'full' | 'room'): Promise<void>;
  close(): Promise<void>;
}

const Doors = z.object({ doors: z.array(z.object({ name: z.string(), online: z.boolean() })) });
const Status = z.object({ doors: z.array(z.unknown()) });
const Broker = z.object({ brokerPort: z.number() });
const READY_WITHIN = Seconds(40);
/** Below those that systems give to connections: a cloud that was killed finds its own ports free when it starts again. */
const FIRST_PORT = 20_000;
const PORT_TRIES = 10;
const PORTS_OF_A_GYM = 7 * PORT_TRIES;
const GYMS_MAX = 170;
/** Gyms of one process never share ports: one whose cloud was killed would find another there. */
let gyms = randomInt(GYMS_MAX);

export const startGym = async (options: GymOptions, clock: Clock): Promise<StartedGym> => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-gym-'));
  const at = (...parts: string[]) => join(dir, ...parts);
  const running = new Map<string, Child<unknown>>();
  const start = async <Ready extends z.ZodType>(
    child: Omit<ChildOptions<Ready>, 'logDir' | 'clock'>,
  ): Promise<z.infer<Ready>> => {
    const started = await startChild({ ...child, logDir: at('logs'), clock });
    running.set(child.name, started);
    return started.ready;
  };
  const end = async (name: string, how: 'kill' | 'stop'): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (child !== undefined && how === 'kill') process.kill(child.pid, 'SIGKILL');
    await child?.stop();
  };
  /** The agent first, so that it brings its doors to rest while there still are boards. */
  const stop = async (): Promise<void> => {
    for (const name of [...running.keys()].reverse()) await end(name, 'stop');
  };

  gyms = (gyms + 1) % GYMS_MAX;
  const first = FIRST_PORT + PORTS_OF_A_GYM * gyms;
  const port = (number: number) => String(first + PORT_TRIES * number);
  const ports = {
    PARTNER_PORT: port(0),
    DEVICE_PORT: port(1),
    PLATFORM_PORT: port(2),
    CONSOLE_PORT: port(3),
    BROKER_PORT: port(4),
    UNIFIED_PORT: port(5),
    INFERENCE_PORT: port(6),
  };
  let tries = PORT_TRIES - 1;
  const startCloud = async () => {
    const environment = { DATA_DIR: at('cloud'), ...ports, PORT_TRIES: String(tries) };
    const ready = await start({
      name: 'cloud',
      file: PROGRAMS.cloud,
      args: ['--seed-demo'],
      environment,
      ready: CloudReady,
    });
    ports.PARTNER_PORT = new URL(ready.partnerUrl).port;
    ports.DEVICE_PORT = new URL(ready.deviceUrl).port;
    ports.PLATFORM_PORT = new URL(ready.platformUrl).port;
    ports.CONSOLE_PORT = new URL(ready.consoleUrl).port;
    ports.UNIFIED_PORT = new URL(ready.unifiedUrl).port;
    ports.INFERENCE_PORT = new URL(ready.inferenceUrl).port;
    ports.BROKER_PORT = new URL(ready.brokerUrl).port;
    tries = 0; // From now on boxes and partners know them.
    return ready;
  };
  let disk: 'full' | 'room' = 'room';
  const startAgent = (time?: string) =>
    start({
      name: 'agent',
      through: [
        ...(besideSimulator(options.building, running.get('simulator')?.pid) ?? []),
        ...(disk === 'full' ? ON_A_FULL_DISK : []),
      ],
      ...(time !== undefined && { environment: livingAt(time) }),
      file: PROGRAMS.edge,
      args: ['--config', at('edge', 'edge.json'), '--data', at('edge'), '--panel-port', '0'],
      ready: EdgeReady,
    });
  const untilIt = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const giveUpAt = clock.monoMs() + READY_WITHIN;
    while (!(await holds().catch(() => false))) {
      if (clock.monoMs() > giveUpAt) throw new CommandFailure(`${what}: it did not come to be; see ${at('logs')}.`);
      await sleep(clock, Milliseconds(40));
    }
  };

  try {
    const simulatorUrl = (await start(simulator(options, at))).url;
    const cloud = await startCloud();
    const cloudData = at('cloud');
    const edgeData = at('edge');
    const { facilityId, doors } = await createGymFacility(cloudData, cloud.demo, {
      simulatorUrl,
      doors: options.doors,
    });
    mkdirSync(edgeData, { recursive: true, mode: 0o700 });
    const configFile = join(edgeData, 'edge.json');
    const config = {
      cloud: { url: cloud.deviceUrl, caFile: cloud.caFile },
      ...(await hardwareOf(simulatorUrl, doors)),
      simulator: { url: simulatorUrl },
      broker: { port: 0 },
    };
    writeFileSync(configFile, JSON.stringify(config), { mode: 0o600 });
    const { boxId, claimCode } = await startAgent();
    const doorIds = Object.values(doors);
    await untilIt('the box is claimed', async () => {
      await callControl(cloudData, 'associate', { facilityId, code: claimCode, doorIds });
      return true;
    });
    const untilOnline = () =>
      untilIt('the doors are online', async () =>
        Doors.parse(await callControl(cloudData, 'doors', { facilityId })).doors.every(({ online }) => online),
      );
    const caFile = at('gym-ca.pem');
    writeFileSync(caFile, authoritiesPem(await callControl(cloudData, 'authority', { facilityId })));
    await untilIt('the agent has its doors and its broker', async () => {
      const { doors: known } = Status.parse(await callControl(edgeData, 'status'));
      return known.length === doorIds.length && Broker.parse(await callControl(edgeData, 'client-list')).brokerPort > 0;
    });
    const port = await joinLan({ simulatorUrl, edgeData, caFile, doors });
    // On the same port at its next start: what has joined looks for it there.
    writeFileSync(configFile, JSON.stringify({ ...config, broker: { port } }), { mode: 0o600 });
    await untilOnline();
    const { keys, id: partnerId } = cloud.demo.direct;
    return {
      place: {
        simulatorUrl,
        partnerUrl: cloud.partnerUrl,
        caFile: cloud.caFile,
        keys,
        partnerId,
        facilityId,
        boxId,
        doors,
        cloudData,
        edgeData,
      },
      process: async (which, act, time) => {
        if (act !== 'start') return end(which, act);
        if (running.has(which)) return;
        await (which === 'agent' ? startAgent(time) : startCloud());
        if (which === 'agent' && disk === 'full') await limitDisk(running.get('agent')?.pid ?? 0, disk);
        if (running.has('cloud') && running.has('agent')) await untilOnline();
      },
      disk: async (state) => {
        disk = state;
        const pid = running.get('agent')?.pid;
        if (pid !== undefined) await limitDisk(pid, state);
      },
      close: async () => {
        await stop();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop(); // The folder stays: its logs say why.
    throw error;
  }
};

const simulator = ({ building, seed }: GymOptions, at: (...parts: string[]) => string) => {
  const args = ['--dir', at('sim'), '--port', '0', '--seed', seed];
  if (building !== null) {
    writeFileSync(at('building.json'), JSON.stringify(building));
    args.push('--building', at('building.json'));
  }
  return { name: 'simulator', file: PROGRAMS.sim, args, through: ofSimulator(building, at('sim')), ready: SimReady };
};
