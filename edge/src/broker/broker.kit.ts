import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { LocalKind } from '@gatehouse/shared/local/client.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import type { BrokerLimits } from './limits.ts';
import { type LocalBroker, type LocalBrokerDeps, startLocalBroker } from './local-broker.ts';
import { createLocalClients } from './local-clients.ts';
import { createLocalHub } from './local-hub.ts';
import { createRetained } from './retained.ts';

export const A_DOOR_ID = DoorId.parse('door_0123456789abcdef');

/** A real broker over TLS with its store, and real clients of it. Connections come from one address: its share is large. */
export const aBroker = async (limits: Partial<BrokerLimits> = {}, onSensed?: LocalBrokerDeps['onSensed']) => {
  const dir = mkdtempSync(join(tmpdir(), 'broker-'));
  const box = openBoxStore(join(dir, 'box.db'), { nowMs: 0, log: silentLog });
  const clients = createLocalClients({ box, clock: systemClock, random: systemRandom });
  const authority = await newAuthority('Test facility', systemClock.wallMs(), { privateNamesOnly: true });
  const certificate = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
  const hub = createLocalHub({ log: silentLog });
  const retained = createRetained();
  const presence: string[] = [];
  const passwords = new Map<string, string>();
  const open = new Set<MqttClient>();
  const start = (port: number): Promise<LocalBroker> =>
    startLocalBroker({
      at: { host: '127.0.0.1', port },
      certificate,
      clients,
      hub,
      retained,
      clock: systemClock,
      log: silentLog,
      limits: {
        strangersOfANetwork: 300,
        strangers: 300,
        connectsAnAddress: { perSecond: 100, burst: 1_000 },
        ...limits,
      },
      onSensed,
      onPresence: (client, gone) => presence.push(gone === undefined ? client : `${client}: ${gone}`),
    });
  let broker = await start(0);
  const { port } = broker;

  const add = (name: string, kind: LocalKind): void => {
    const { password } = clients.add({ name, kind, doorId: kind === 'reader' ? A_DOOR_ID : null });
    passwords.set(name, password);
  };
  const optionsOf = (name: string, options: IClientOptions = {}): IClientOptions => ({
    protocolVersion: 4,
    ca: authority.certificatePem,
    clientId: name,
    username: name,
    password: passwords.get(name) ?? '',
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });

  return {
    port,
    clients,
    hub,
    retained,
    presence,
    authority,
    certificate,
    add,
    password: (name: string) => passwords.get(name) ?? '',
    /** Connects with MQTT.js. Rejects with the broker's refusal. */
    join: async (name: string, options: IClientOptions = {}): Promise<MqttClient> => {
      const client = await connectAsync(`mqtts://127.0.0.1:${port}`, optionsOf(name, options), false);
      client.on('error', () => {});
      open.add(client);
      return client;
    },
    /** A TLS connection and nothing said on it yet. */
    socket: (): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const socket = tlsConnect({ host: '127.0.0.1', port, ca: authority.certificatePem }, () => resolve(socket));
        socket.on('error', reject);
        socket.on('error', () => {});
      }),
    /** Stops the broker, and starts another on the same port. */
    stop: () => broker.close(),
    restart: async () => {
      broker = await start(port);
    },
    renew: (made: typeof certificate) => broker.useCertificate(made),
    close: async () => {
      for (const client of open) client.end(true);
      await broker.close();
      box.close();
      rmSync(dir, { recursive: true });
    },
  };
};
export type TestBroker = Awaited<ReturnType<typeof aBroker>>;

/** Waits until `fits`, at most five seconds. */
export const until = async (fits: () => boolean, what: string, within: Duration = Seconds(5)): Promise<void> => {
  const endMs = systemClock.monoMs() + within;
  while (!fits()) {
    if (systemClock.monoMs() > endMs) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => systemClock.after(Milliseconds(5), () => resolve(undefined)));
  }
};

/** Resolves when the other end has closed the connection. */
export const closed = (socket: TLSSocket | MqttClient): Promise<void> =>
  new Promise((resolve) => {
    if ('destroyed' in socket && socket.destroyed) resolve();
    else (socket as NodeJS.EventEmitter).once('close', () => resolve());
    if ('resume' in socket) socket.resume();
  });
