import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { authoritiesPem } from '../authorities-pem.ts';
import { PROGRAMS } from '../process-files.ts';
import { CommandFailure } from '../readable-failure.ts';
import { type Child, startChild } from './child.ts';
import { edgeConfig } from './demo-edge.ts';
import { writeModelUpstreams } from './demo-models.ts';
import { DEMO_SUPPLIER } from './demo-supplier.ts';
import { PARTNER_ENV, partnerEnv } from './partner-env.ts';
import { CloudReady, EdgeReady, SimReady } from './ready.ts';
import { CARDS_KEY, SMS_ACCOUNT, SMS_TOKEN, STAND_IN_KEYS } from './stand-in-keys.ts';
import { openStandIns } from './stand-ins.ts';

const Doors = z.object({ doors: z.array(z.object({ name: z.string(), online: z.boolean() })) });

/** A running demo: its processes, and where everything is. */
export interface DemoSite {
  readonly dataDir: string;
  readonly cloud: z.infer<typeof CloudReady>;
  readonly sim: z.infer<typeof SimReady>;
  readonly edge: z.infer<typeof EdgeReady>;
  /** The page of whatever plays services of others. */
  readonly standInsUrl: string;
  /** PEM of the gym's own authority: who trusts it trusts the box's panel. */
  readonly gymCaFile: string;
  /** A path as a person in this folder would type it. */
  readonly short: (path: string) => string;
  onCrash(listener: (why: string) => void): void;
  close(): Promise<void>;
}

const FIRST_PORTS = {
  partner: 8443,
  device: 8444,
  platform: 8445,
  console: 8448,
  unified: 8447,
  inference: 8446,
  broker: 8883,
  panel: 9443,
  sim: 9080,
  standIns: 9180,
};
/** A taken port is moved on from, this often. */
const PORT_TRIES = 50;
const ANY_PORT = { port: 0 };
const ONLINE_WITHIN = Seconds(20);

/** A stop has 5 s for all: the agent first, so that it brings its doors to rest while there still are boards. */
const AGENT_STOPS_WITHIN = Milliseconds(2_500);
const OTHERS_STOP_WITHIN = Seconds(2);

/**
 * Starts simulator, cloud and edge agent on loopback, binds the box to the gym, and waits until its doors answer.
 * `signal` ends the start at any moment, and whatever it has started by then; it rejects with the signal's reason.
 */
export const startDemoSite = async (dataDir: string, clock: Clock, signal: AbortSignal): Promise<DemoSite> => {
  const at = (...parts: string[]) => join(dataDir, ...parts);
  if (await isRunning(at('cloud')))
    throw new CommandFailure(
      `A demo is running already with the data folder ${dataDir}: stop it, or choose another with --data.`,
    );
  const short = (path: string) => relative(process.cwd(), path) || '.';
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const children: Child<unknown>[] = [];
  const child: typeof startChild = async (options) => {
    const started = await startChild({ ...options, signal });
    children.push(started);
    return started;
  };
  const base = { logDir: at('logs'), clock };
  const standIns = await openStandIns({
    ...base,
    signal,
    ports: {
      page: { port: FIRST_PORTS.standIns, tries: PORT_TRIES },
      weather: ANY_PORT,
      mail: ANY_PORT,
      store: ANY_PORT,
      listings: ANY_PORT,
      sms: ANY_PORT,
      payproc: ANY_PORT,
      tsa: ANY_PORT,
      models: ANY_PORT,
    },
  });
  const close = async (): Promise<void> => {
    const [agents, others] = [children.splice(2), children.splice(0)];
    await Promise.all(agents.map((agent) => agent.stop(AGENT_STOPS_WITHIN)));
    await Promise.all([...others.map((other) => other.stop(OTHERS_STOP_WITHIN)), standIns.close()]);
  };

  const keyFile = (of: keyof typeof STAND_IN_KEYS): string => {
    writeFileSync(at(`${of}-key`), STAND_IN_KEYS[of], { mode: 0o600 });
    return at(`${of}-key`);
  };
  const configFile = at('edge', 'edge.json');
  const tokenFile = at('sms-token');
  writePrivateFile(tokenFile, SMS_TOKEN);
  const supplierFile = at('supplier.json');
  writePrivateFile(supplierFile, JSON.stringify(DEMO_SUPPLIER, null, 2));
  const configured = Promise.withResolvers<void>();
  try {
    const agent = child({
      ...base,
      name: 'edge',
      file: PROGRAMS.edgeWhenTold,
      args: ['--config', configFile, '--data', at('edge'), '--panel-port', String(FIRST_PORTS.panel)],
      ready: EdgeReady,
      go: configured.promise,
    });
    // Where something else fails, that is what is said.
    for (const one of [agent, configured.promise]) one.catch(() => undefined);
    const [sim, cloud] = await bothOrNeither(
      child({
        ...base,
        name: 'sim',
        file: PROGRAMS.sim,
        args: ['--dir', at('sim'), '--port', String(FIRST_PORTS.sim)],
        ready: SimReady,
      }),
      child({
        ...base,
        name: 'cloud',
        file: PROGRAMS.cloud,
        args: ['--seed-demo'],
        environment: {
          DATA_DIR: at('cloud'),
          PARTNER_PORT: String(FIRST_PORTS.partner),
          DEVICE_PORT: String(FIRST_PORTS.device),
          PLATFORM_PORT: String(FIRST_PORTS.platform),
          CONSOLE_PORT: String(FIRST_PORTS.console),
          UNIFIED_PORT: String(FIRST_PORTS.unified),
          INFERENCE_PORT: String(FIRST_PORTS.inference),
          BROKER_PORT: String(FIRST_PORTS.broker),
          PORT_TRIES: String(PORT_TRIES),
          SMTP_URL: `smtp://127.0.0.1:${standIns.ports.mail}`,
          MAIL_FROM: 'Gatehouse <desk@gatehouse.example>',
          WEATHER_URL: `http://127.0.0.1:${standIns.ports.weather}`,
          TSA_URL: `http://127.0.0.1:${standIns.ports.tsa}/tsr`,
          STORE_URL: `http://127.0.0.1:${standIns.ports.store}`,
          STORE_KEY_FILE: keyFile('store'),
          LISTINGS_URL: `http://127.0.0.1:${standIns.ports.listings}`,
          LISTINGS_KEY_FILE: keyFile('listings'),
          SMS_URL: `http://127.0.0.1:${standIns.ports.sms}`,
          ...SMS_ACCOUNT,
          SMS_AUTH_TOKEN_FILE: tokenFile,
          MODEL_UPSTREAMS_FILE: writeModelUpstreams(dataDir, standIns.ports.models, keyFile('models')),
          PAYPROC_API_URL: `http://127.0.0.1:${standIns.ports.payproc}`,
          PAYPROC_PUBLISHABLE_KEY: CARDS_KEY,
          PAYPROC_KEY_FILE: keyFile('payproc'),
          PAYPROC_HOOK_SECRET_FILE: keyFile('payproc-hook'),
          INVOICE_SUPPLIER_FILE: supplierFile,
        },
        ready: CloudReady,
      }),
    );
    mkdirSync(at('edge'), { recursive: true, mode: 0o700 });
    writeFileSync(configFile, `${JSON.stringify(edgeConfig(cloud.ready, sim.ready), null, 2)}\n`, { mode: 0o600 });
    configured.resolve();
    const edge = await agent;
    if (!edge.ready.claimed) await associate(at('cloud'), cloud.ready.demo, edge.ready.claimCode ?? '', clock, signal);
    await untilOnline(at('cloud'), cloud.ready.demo.facilityId, clock, signal);
    writePrivateFile(at(PARTNER_ENV), partnerEnv(cloud.ready));
    const gymCaFile = at('gym-ca.pem');
    const { facilityId } = cloud.ready.demo;
    writePrivateFile(gymCaFile, authoritiesPem(await callControl(at('cloud'), 'authority', { facilityId })));
    const onCrash = (listener: (why: string) => void): void => {
      for (const running of children) running.onCrash(listener);
    };
    return {
      dataDir,
      cloud: cloud.ready,
      sim: sim.ready,
      edge: edge.ready,
      standInsUrl: `http://127.0.0.1:${standIns.ports.page}`,
      gymCaFile,
      short,
      onCrash,
      close,
    };
  } catch (error) {
    configured.reject(error);
    await close();
    throw error;
  }
};

const isRunning = (cloudData: string): Promise<boolean> =>
  callControl(cloudData, 'boxes').then(
    () => true,
    () => false,
  );

/** Waits for both, also when one fails, so that nothing is left starting behind our back. */
const bothOrNeither = async <A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([a, b]);
  return [await a, await b];
};

/** What somebody at a desk does: types the code that the box shows. The box may need a moment to tell the cloud of it. */
const associate = async (
  cloudData: string,
  demo: z.infer<typeof CloudReady>['demo'],
  code: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> => {
  const giveUpAt = clock.monoMs() + ONLINE_WITHIN;
  for (;;) {
    try {
      await callControl(cloudData, 'associate', {
        facilityId: demo.facilityId,
        code,
        doorIds: Object.values(demo.doors),
      });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (clock.monoMs() > giveUpAt) throw error;
      await sleep(clock, Milliseconds(40));
    }
  }
};

const untilOnline = async (cloudData: string, facilityId: string, clock: Clock, signal: AbortSignal): Promise<void> => {
  const giveUpAt = clock.monoMs() + ONLINE_WITHIN;
  for (;;) {
    const { doors } = Doors.parse(await callControl(cloudData, 'doors', { facilityId }));
    const missing = doors.filter(({ online }) => !online).map(({ name }) => name);
    if (doors.length > 0 && missing.length === 0) return;
    signal.throwIfAborted();
    if (clock.monoMs() > giveUpAt)
      throw new CommandFailure(`These doors did not come online: ${missing.join(', ')}; see the logs folder.`);
    await sleep(clock, Milliseconds(25));
  }
};
