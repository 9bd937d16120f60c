import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authoritiesPem } from '@gatehouse/cli/authorities-pem.ts';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady, EdgeReady, SimReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { startTcpProxy } from '../link/tcp-proxy.ts';
import { adaptDemo } from './adapt-demo.ts';
import { startSeparateBroker } from './broker.ts';
import { type DoorName, watchBuilding } from './building.ts';
import { type EdgeClockOptions, edgeClockEnvironment } from './edge-clock.ts';
import { eventually } from './eventually.ts';
import { journalOf } from './journal.ts';
import { type Answer, partnerClient } from './partner-client.ts';

export interface SiteOptions extends EdgeClockOptions {
  /** Puts wires that the test can cut between the box and the cloud: one to its device API, one to its broker. */
  readonly wires?: boolean;
  /** Of every door. 2 s at the front door and the studio and 3 s at the gate, unless given. */
  readonly holdSeconds?: number;
  /** Runs the broker as a process of its own instead of inside the cloud's. */
  readonly separateBroker?: boolean;
  /** Gives the box a broker of its own for what stands on its LAN, with Home Assistant's discovery if told so. */
  readonly lan?: { readonly homeAssistant?: boolean };
  /** Of a PostgreSQL; then the demo is left as it is. SQLite unless given. */
  readonly databaseUrl?: string;
}

/** A place in the building's record and in the journal. */
export interface Mark {
  readonly happened: number;
  readonly seq: number;
}

const Doors = z.object({
  doors: z.array(z.object({ name: z.string(), online: z.boolean(), maintenance: z.unknown() })),
});
const Warnings = z.object({
  warnings: z.array(z.object({ kind: z.string(), subject: z.string(), count: z.number() })),
});
const EdgeStatus = z.object({ doors: z.array(z.object({ lock: z.string(), contact: z.string() })) });
/** A further replica seeds nothing, so it has no demo to speak of. */
const ReplicaReady = CloudReady.omit({ demo: true });
/** Where a cloud that starts again listens as before. */
const ON_SAME_PORTS = ['partner', 'device', 'broker', 'console'] as const;
const portOf = (url: string): number => Number(new URL(url).port);

/** A whole gym as three real processes on free ports of the loopback, in a folder of its own. */
export const startSite = async (options: SiteOptions = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-site-'));
  const at = (...parts: string[]) => join(dir, ...parts);
  const base = { logDir: at('logs'), clock: systemClock };
  const running = new Set<Child<unknown>>();
  const start: typeof startChild = async (child) => {
    const started = await startChild(child);
    running.add(started);
    return started;
  };
  const kill = async (child: Child<unknown>): Promise<void> => {
    running.delete(child);
    process.kill(child.pid, 'SIGKILL');
    await child.stop();
  };

  const ports = { partner: 0, device: 0, broker: 0, console: 0 };
  const wires = options.wires
    ? { device: await startTcpProxy(() => ports.device), broker: await startTcpProxy(() => ports.broker) }
    : undefined;
  const processes = {
    sim: await start({
      ...base,
      name: 'sim',
      file: PROGRAMS.sim,
      args: ['--dir', at('sim'), '--port', '0'],
      ready: SimReady,
    }),
    cloud: undefined as unknown as Child<z.infer<typeof CloudReady>>,
    edge: undefined as unknown as Child<z.infer<typeof EdgeReady>>,
  };
  const building = watchBuilding(processes.sim.ready.url);

  const broker = options.separateBroker ? await startSeparateBroker(dir, at('cloud'), start) : undefined;
  const ofDatabase = options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl };
  const shared = { PLATFORM_PORT: '0', UNIFIED_PORT: '0', INFERENCE_PORT: '0', ...broker?.environment, ...ofDatabase };

  /** On the same ports each time, as an operator would; `file`: of another release than this one. */
  const startCloud = async (file: string = PROGRAMS.cloud): Promise<void> => {
    processes.cloud = await start({
      ...base,
      name: 'cloud',
      file,
      args: ['--seed-demo'],
      environment: {
        ...shared,
        DATA_DIR: at('cloud'),
        PARTNER_PORT: String(ports.partner),
        DEVICE_PORT: String(ports.device),
        BROKER_PORT: String(ports.broker),
        CONSOLE_PORT: String(ports.console),
        ...(wires && { BROKER_PUBLIC_URL: `mqtts://localhost:${wires.broker.port}` }),
      },
      ready: CloudReady,
    });
    for (const on of ON_SAME_PORTS) ports[on] = portOf(processes.cloud.ready[`${on}Url`]);
  };
  await startCloud();
  const { demo, caFile, deviceUrl } = processes.cloud.ready;
  const ca = readFileSync(caFile, 'utf8');
  if (options.databaseUrl === undefined) adaptDemo(at('cloud', 'cloud.db'), options.holdSeconds);

  mkdirSync(at('edge'), { recursive: true, mode: 0o700 });
  const config = {
    cloud: { url: wires ? `https://localhost:${wires.device.port}` : deviceUrl, caFile },
    buses: Object.fromEntries(
      Object.entries(processes.sim.ready.buses).map(([name, path]) => [name, { kind: 'modbus-rtu', path, baud: 9600 }]),
    ),
    simulator: { url: processes.sim.ready.url },
    ...(options.lan && { broker: { port: 0, ...options.lan } }),
  };
  writeFileSync(at('edge', 'edge.json'), JSON.stringify(config));
  /** With `environment` for this run of the agent, until its next start. */
  const startEdge = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    processes.edge = await start({
      ...base,
      name: 'edge',
      file: PROGRAMS.edge,
      args: ['--config', at('edge', 'edge.json'), '--data', at('edge'), '--panel-port', '0'],
      environment: { ...edgeClockEnvironment(options, at('step')), ...environment },
      ready: EdgeReady,
    });
  };
  await startEdge();
  const cloudControl = (command: string, body: unknown = {}) => callControl(at('cloud'), command, body);
  const edgeControl = (command: string, body: unknown = {}) => callControl(at('edge'), command, body);
  const { facilityId } = demo;
  const { boxId, claimCode } = processes.edge.ready;
  const doorIds: Readonly<Record<DoorName, string>> = {
    front: demo.doors.front,
    studio: demo.doors.studio,
    'car-park': demo.doors.carPark,
  };

  const partnerApi = partnerClient(ports.partner, ca);
  const { request } = partnerApi;
  const ADA = { facility_id: facilityId, member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' };
  const journal = journalOf(boxId, { cloud: cloudControl, edge: edgeControl });
  const online = async () => {
    const { doors } = Doors.parse(await cloudControl('doors', { facilityId }));
    return doors.length > 0 && doors.every((door) => door.online);
  };

  const site = {
    dir,
    ca,
    ports,
    demo,
    boxId,
    doorIds,
    building,
    journal,
    processes,
    wires: wires as NonNullable<typeof wires>,
    ada: ADA,
    broker: broker as NonNullable<typeof broker>,
    startCloud,
    /** A second process of the same cloud: its own data folder, everything else shared. */
    startReplica: async () => {
      const environment = {
        ...shared,
        DATA_DIR: at('replica'),
        SECRETS_DIR: at('cloud', 'secrets'),
        PARTNER_PORT: '0',
        DEVICE_PORT: '0',
        PLATFORM_PORT: '0',
        CONSOLE_PORT: '0',
      };
      const replica = { ...base, name: 'replica', file: PROGRAMS.cloud, args: [], environment, ready: ReplicaReady };
      return start(replica);
    },
    startEdge,
    kill,
    /** PEM of the gym's own authority, which certifies the box's panel and broker. */
    gymCa: async (): Promise<string> => authoritiesPem(await cloudControl('authority', { facilityId })),
    stop: async (child: Child<unknown>): Promise<void> => {
      running.delete(child);
      await child.stop();
    },
    cloudControl,
    edgeControl,
    request,
    readDoor: async (door: DoorName = 'front') =>
      (await request(demo.direct.keys.live, `/access-control/doors/${doorIds[door]}?facility_id=${facilityId}`)).json
        .data,
    /** The partner's unlock. Ada's, with the live key, unless told otherwise. */
    unlock: (
      door: DoorName = 'front',
      fields: Readonly<Record<string, unknown>> = {},
      { key = demo.direct.keys.live, headers = {} as Readonly<Record<string, string>> } = {},
    ): Promise<Answer> => request(key, `/access-control/doors/${doorIds[door]}/unlock`, { ...ADA, ...fields }, headers),
    maintain: (door: DoorName, mode: 'off' | 'force-open' | 'force-closed', more: object = {}) =>
      edgeControl('maintenance', { door: doorIds[door], mode, by: 'Sam', reason: 'Testing', ...more }),
    warnings: async () => Warnings.parse(await cloudControl('warnings', { facilityId })).warnings,
    /** Waits until every door is locked and shut, as the world and the box see it, and every fact of it is stored. */
    settled: async (): Promise<Mark> => {
      await eventually(async () => {
        const world = (await building.state()).doors.every(
          ({ lock, leaf }) => lock.position === 'locked' && leaf.motion === 'shut',
        );
        const { doors } = EdgeStatus.parse(await edgeControl('status'));
        return world && doors.every(({ lock, contact }) => lock === 'locked' && contact === 'closed');
      }, 'every door is locked and shut');
      await journal.drained();
      return { happened: building.mark(), seq: await journal.lastSeq() };
    },
    /** Sets the agent's wall clock to so many ms off the machine's own. */
    stepEdgeClock: (offMs: number): void => {
      writeFileSync(at('step'), String(offMs));
      process.kill(processes.edge.pid, 'SIGUSR2');
    },
    untilOnline: () => eventually(online, 'every door is online', Seconds(30)),
    untilOffline: () => eventually(async () => !(await online()), 'the doors are offline', Seconds(30)),
    close: async (): Promise<void> => {
      building.stopWatching();
      await partnerApi.close();
      for (const child of [...running].reverse()) await child.stop();
      await wires?.device.close();
      await wires?.broker.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  const associate = () =>
    cloudControl('associate', { facilityId, code: claimCode, doorIds: Object.values(demo.doors) }).then(
      () => true,
      () => false,
    );
  try {
    await eventually(associate, 'the box is claimed');
    await site.untilOnline();
  } catch (error) {
    await site.close();
    throw error;
  }
  return site;
};
export type Site = Awaited<ReturnType<typeof startSite>>;
