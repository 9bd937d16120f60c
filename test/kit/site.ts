import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady, EdgeReady, SimReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { httpsClient } from '@gatehouse/cloud/http/testing/https-client.ts';
import { createSimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { z } from 'zod';

export type CloudProcess = Child<z.infer<typeof CloudReady>>;
export type EdgeProcess = Child<z.infer<typeof EdgeReady>>;
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface SiteOptions {
  /** What stands between box and cloud, for tests that cut the wire: given the real address, answers with its own. */
  readonly between?: (deviceUrl: string) => Promise<string>;
  readonly cloudEnvironment?: Readonly<Record<string, string>>;
}

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

  const sim = await start({
    ...base,
    name: 'sim',
    file: PROGRAMS.sim,
    args: ['--dir', at('sim'), '--port', '0'],
    ready: SimReady,
  });
  const portOf = (url: string) => new URL(url).port;
  let ports = { PARTNER_PORT: '0', DEVICE_PORT: '0', BROKER_PORT: '0' };
  const startCloud = async (): Promise<CloudProcess> => {
    const cloud = await start({
      ...base,
      name: 'cloud',
      file: PROGRAMS.cloud,
      args: ['--seed-demo'],
      environment: { DATA_DIR: at('cloud'), ...ports, ...options.cloudEnvironment },
      ready: CloudReady,
    });
    const { partnerUrl, deviceUrl, brokerUrl } = cloud.ready;
    ports = { PARTNER_PORT: portOf(partnerUrl), DEVICE_PORT: portOf(deviceUrl), BROKER_PORT: portOf(brokerUrl) };
    return cloud;
  };
  const cloud = await startCloud();
  const { demo, caFile, partnerUrl, deviceUrl } = cloud.ready;
  const ca = readFileSync(caFile, 'utf8');
  mkdirSync(at('edge'), { recursive: true, mode: 0o700 });
  const config = {
    cloud: { url: (await options.between?.(deviceUrl)) ?? deviceUrl, caFile },
    buses: Object.fromEntries(
      Object.entries(sim.ready.buses).map(([name, path]) => [name, { kind: 'modbus-rtu', path, baud: 9600 }]),
    ),
  };
  writeFileSync(at('edge', 'edge.json'), JSON.stringify(config));
  const startEdge = (): Promise<EdgeProcess> =>
    start({
      ...base,
      name: 'edge',
      file: PROGRAMS.edge,
      args: ['--config', at('edge', 'edge.json'), '--data', at('edge'), '--panel-port', '0'],
      ready: EdgeReady,
    });
  const edge = await startEdge();
  const cloudControl = (command: string, body: unknown = {}) => callControl(at('cloud'), command, body);
  const edgeControl = (command: string, body: unknown = {}) => callControl(at('edge'), command, body);

  const send = httpsClient(Number(portOf(partnerUrl)), ca);
  const request = async (
    key: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    const method = body === undefined ? 'GET' : 'POST';
    const {
      status,
      json,
      headers: got,
    } = await send({
      method,
      path: `/partner/v1${path}`,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status, json, headers: got };
  };
  const { live } = demo.direct.keys;
  const doorPath = (doorId: string) => `/access-control/doors/${doorId}`;
  const readDoor = async (doorId: string = demo.doors.front) =>
    (await request(live, `${doorPath(doorId)}?facility_id=${demo.facilityId}`)).json.data;

  const site = {
    dir,
    ca,
    cloud: cloud.ready,
    demo,
    sim: createSimulatorClient(sim.ready.url),
    processes: { sim, cloud, edge },
    startCloud,
    startEdge,
    cloudControl,
    edgeControl,
    request,
    readDoor,
    /** The partner's unlock. Ada, unless told otherwise. */
    unlock: (doorId: string = demo.doors.front, fields: Record<string, unknown> = {}, headers = {}): Promise<Answer> =>
      request(
        live,
        `${doorPath(doorId)}/unlock`,
        { facility_id: demo.facilityId, member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron', ...fields },
        headers,
      ),
    /** Kills with SIGKILL and waits until the process is gone. */
    kill: async (child: Child<unknown>): Promise<void> => {
      running.delete(child);
      process.kill(child.pid, 'SIGKILL');
      await child.stop();
    },
    untilOnline: () => eventually(async () => (await readDoor()).online === true, 'the front door is online'),
    close: async (): Promise<void> => {
      send.close();
      for (const child of [...running].reverse()) await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  const associate = () =>
    cloudControl('associate', {
      facilityId: demo.facilityId,
      code: edge.ready.claimCode,
      doorIds: Object.values(demo.doors),
    }).then(
      () => true,
      () => false,
    );
  await eventually(associate, 'the box is claimed');
  await site.untilOnline();
  return site;
};
export type Site = Awaited<ReturnType<typeof startSite>>;

/** Looks again and again until `holds`; fails, naming what was waited for, after `within`. */
export const eventually = async (
  holds: () => Promise<boolean> | boolean,
  what: string,
  within = Seconds(20),
): Promise<void> => {
  const giveUpAt = systemClock.monoMs() + within;
  for (;;) {
    if (await holds()) return;
    if (systemClock.monoMs() > giveUpAt) throw new Error(`this did not come true: ${what}`);
    await sleep(systemClock, Milliseconds(25));
  }
};
