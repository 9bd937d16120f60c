import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady, EdgeReady, SimReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { demoBuilding } from '@gatehouse/firmware-sim/world/demo-building.ts';
import { WEEKDAYS } from '@gatehouse/shared/access/window.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';
import { adaptDemo } from '../kit/adapt-demo.ts';
import { type BuildingWatch, watchBuilding } from '../kit/building.ts';
import { eventually } from '../kit/eventually.ts';
import { partnerClient } from '../kit/partner-client.ts';
import { type BareMaster, openBareMaster } from './bare-master.ts';
import { connectHttps, postText } from './raw-client.ts';
import { askingSide, type Side } from './side.ts';

/** A pulse that the board times, like the hold of the doors: the shortest there is. */
const HOLD_SECONDS = 1;
const Granted = z.looseObject({ granted: z.literal(true) });
const Doors = z.object({ doors: z.array(z.object({ online: z.boolean() })) });

/** A whole gym as it is shipped, in processes of its own, and beside it a second building for a bare master. */
export interface Gym {
  /** Unlocks of the front door, each with an idempotency key of its own. */
  readonly side: Side;
  /** Waits until the front door is locked, unlocks it once, and says how long that took, in ms. */
  unlockFromLocked(): Promise<number>;
  /** Presents a member at the front door, who is let in, and says how long it took until the lock had moved, in ms. */
  enter(): Promise<number>;
  /** On the second building's bus, which is just like the first's. */
  readonly bus: BareMaster;
  /** The bare master's pulse, until the lock had moved, in ms: what no door can do without. */
  pulse(pulseMs: number): Promise<number>;
  /** The agent's data folder, for when everything has stopped. */
  readonly edgeFolder: string;
  readonly facilityId: string;
  readonly doorIds: readonly string[];
  stop(): Promise<void>;
}

/** `profiles`: a folder for CPU profiles of the cloud and the agent, written when they stop. */
export const startGym = async (folder: string, options: { baud: number; profiles?: string }): Promise<Gym> => {
  const { baud } = options;
  const dir = join(folder, `gym-${baud}`);
  const at = (...parts: string[]) => join(dir, ...parts);
  const children: Child<unknown>[] = [];
  const start: typeof startChild = async (child) => {
    const started = await startChild(child);
    children.push(started);
    return started;
  };
  const base = { logDir: at('logs'), clock: systemClock };
  const profile = options.profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profiles}`];
  const environment = { LOG_LEVEL: 'warn', NODE_OPTIONS: profile.join(' ') };

  mkdirSync(at('edge'), { recursive: true, mode: 0o700 });
  const building = at('building.json');
  writeFileSync(building, JSON.stringify({ ...demoBuilding, buses: [{ name: 'rs485-1', baud }] }));
  const simulator = (name: string) =>
    start({
      ...base,
      name,
      file: PROGRAMS.sim,
      args: ['--dir', at(name), '--port', '0', '--building', building],
      ready: SimReady,
    });
  const sim = await simulator('sim');
  const beside = await simulator('sim-beside');
  const cloud = await start({
    ...base,
    name: 'cloud',
    file: PROGRAMS.cloud,
    args: ['--seed-demo'],
    environment: {
      ...environment,
      DATA_DIR: at('cloud'),
      ...ANY_PORTS,
    },
    ready: CloudReady,
  });
  adaptDemo(at('cloud', 'cloud.db'), HOLD_SECONDS);
  const { caFile, demo, deviceUrl, partnerUrl } = cloud.ready;
  const buses = Object.entries(sim.ready.buses).map(([name, path]) => [name, { kind: 'modbus-rtu', path, baud }]);
  const config = {
    cloud: { url: deviceUrl, caFile },
    buses: Object.fromEntries(buses),
    simulator: { url: sim.ready.url },
  };
  writeFileSync(at('edge', 'edge.json'), JSON.stringify(config));
  const edge = await start({
    ...base,
    name: 'edge',
    file: PROGRAMS.edge,
    args: ['--config', at('edge', 'edge.json'), '--data', at('edge'), '--panel-port', '0'],
    environment,
    ready: EdgeReady,
  });
  const associated = () =>
    callControl(at('cloud'), 'associate', {
      facilityId: demo.facilityId,
      code: edge.ready.claimCode ?? '',
      doorIds: Object.values(demo.doors),
    }).then(
      () => true,
      () => false,
    );
  await eventually(associated, 'the box is claimed', Seconds(30));
  const online = async () => {
    const { doors } = Doors.parse(await callControl(at('cloud'), 'doors', { facilityId: demo.facilityId }));
    return doors.length > 0 && doors.every((door) => door.online);
  };
  await eventually(online, 'every door is online', Seconds(30));

  const connect = () => connectHttps(Number(new URL(partnerUrl).port), readFileSync(caFile, 'utf8'));
  const authorization = `Basic ${Buffer.from(`${demo.direct.keys.live}:`).toString('base64')}`;
  const path = `/partner/v1/access-control/doors/${demo.doors.front}/unlock`;
  const ada = { facility_id: demo.facilityId, member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' };
  let visits = 0;
  const unlock = async ({ ask }: { ask: (request: string) => Promise<string> }): Promise<void> => {
    visits += 1;
    const body = JSON.stringify({ ...ada, idempotency_key: `visit-${visits}` });
    const answer = await ask(postText(path, body, { Authorization: authorization }));
    if (!answer.startsWith('HTTP/1.1 200') || !answer.includes('"status":"unlocked"')) throw new Error(answer);
  };

  const partner = partnerClient(Number(new URL(partnerUrl).port), readFileSync(caFile, 'utf8'));
  const always = Object.fromEntries(WEEKDAYS.map((day) => [day, [['00:00', '24:00']]]));
  const windows = [{ external_id: 'always', kind: 'weekly', timezone: 'UTC', access_hours: always }];
  const pushed = await partner.request(demo.direct.keys.live, '/members', {
    members: [{ ...ada, access_time_windows: windows, access_time_windows_revision: 1 }],
  });
  partner.close();
  if (pushed.json.metadata?.success !== 1) throw new Error(JSON.stringify(pushed.json));

  const watch = watchBuilding(sim.ready.url);
  const watchBeside = watchBuilding(beside.ready.url);
  const member = { member: 'M-1001', partner: demo.direct.id };
  const present = () =>
    callControl(at('edge'), 'present', { door: demo.doors.front, ...member }).then((answer) => Granted.parse(answer));
  /** From `act` until the lock has moved; what both buildings take for telling that is in it. */
  const untilMoved = async ({ moves, mark, untilLock }: BuildingWatch, act: () => Promise<unknown>) => {
    await untilLock('front', 'locked');
    const since = mark();
    const began = systemClock.monoMs();
    await act();
    while (!moves('front', since).includes('lock unlocked')) await turnOfTheLoop();
    return systemClock.monoMs() - began;
  };
  const bus = openBareMaster(beside.ready.buses['rs485-1'] ?? '', baud);
  const knownAtTheDoor = () =>
    present().then(
      () => true,
      () => false,
    );
  await eventually(knownAtTheDoor, 'the box lets the member in', Seconds(30));
  return {
    bus,
    side: askingSide({ name: `unlock, bus at ${baud} baud`, pids: { cloud: cloud.pid, edge: edge.pid } }, async () => {
      const connection = await connect();
      return { ask: () => unlock(connection), close: connection.close };
    }),
    edgeFolder: at('edge'),
    facilityId: demo.facilityId,
    doorIds: Object.values(demo.doors),
    enter: () => untilMoved(watch, present),
    pulse: (pulseMs) => untilMoved(watchBeside, () => bus.unlock(pulseMs)),
    unlockFromLocked: async () => {
      const connection = await connect();
      await watch.untilLock('front', 'locked');
      const began = systemClock.monoMs();
      await unlock(connection);
      const tookMs = systemClock.monoMs() - began;
      connection.close();
      return tookMs;
    },
    stop: async () => {
      watch.stopWatching();
      watchBeside.stopWatching();
      bus.close();
      for (const child of children.reverse()) await child.stop();
    },
  };
};
