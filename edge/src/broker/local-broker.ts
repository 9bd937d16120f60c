import type { TLSSocket } from 'node:tls';
import { parseClientTopic } from '@gatehouse/shared/local/topics.ts';
import { guardFrames } from '@gatehouse/shared/mqtt/frame-guard.ts';
import { createLoginLimiter } from '@gatehouse/shared/mqtt/login-limiter.ts';
import { createBudget } from '@gatehouse/shared/time/budget.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { KeyAndCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { Aedes, type Client } from 'aedes';
import type { Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import { createBrokerHooks } from './broker-hooks.ts';
import { BROKER_LIMITS, type BrokerLimits } from './limits.ts';
import type { LocalClients } from './local-clients.ts';
import type { LocalHub, Publish } from './local-hub.ts';
import type { Retained } from './retained.ts';
import { DISCOVERY_ROOT } from './rights.ts';
import { listenTls, type TlsFront } from './tls-front.ts';

export interface LocalBroker {
  readonly port: number;
  useCertificate(certificate: KeyAndCertificate): void;
  close(): Promise<void>;
}

export interface LocalBrokerDeps {
  readonly at: { readonly host: string; readonly port: number };
  readonly certificate: KeyAndCertificate;
  readonly clients: LocalClients;
  readonly hub: LocalHub;
  readonly retained: Retained;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<BrokerLimits> | undefined;
  /** A sensor said something. */
  readonly onSensed?: ((name: string, topic: string, text: string) => void) | undefined;
  /** A client came, or went and why. */
  readonly onPresence?: ((client: string, gone?: string) => void) | undefined;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A client that does not read for that long is dropped. */
const DRAIN_TIMEOUT_MS = 10_000;
const TOPIC_LEVELS_MAX = 10;
/** MQTT 3.1.1 section 3.9.3: a granted QoS of 128 is a refusal. */
const REFUSED = 128;

/** An MQTT 3.1.1 broker over TLS for what stands on the LAN, trusting none of it. Rejects if the port cannot be had. */
export const startLocalBroker = async (deps: LocalBrokerDeps): Promise<LocalBroker> => {
  const { clients, hub, retained, clock, log } = deps;
  const limits: BrokerLimits = { ...BROKER_LIMITS, ...deps.limits };
  const limiter = createLoginLimiter(clock);
  const sessions = new Map<string, { readonly client: Client; readonly name: string }>();
  const namesakes = (name: string) => [...sessions.values()].filter((session) => session.name === name);
  const admission = createAdmission({
    clients,
    limits,
    clock,
    sessions: {
      total: () => sessions.size,
      of: (name) => namesakes(name).length,
      owner: (clientId) => sessions.get(clientId)?.name,
    },
  });
  let front: TlsFront | undefined;
  const floods = new WeakMap<object, () => boolean>();
  const hooks = createBrokerHooks({
    admission,
    limits,
    log,
    onRefused: (client, clientId) => limiter.failed((client.conn as TLSSocket).remoteAddress ?? '', clientId),
    onAdmitted: (client, { kind }) => {
      front?.recognised(client.conn as TLSSocket);
      floods.set(client.conn, createBudget(clock, limits.packets[kind]));
    },
    onSensed: (...of) => deps.onSensed?.(...of),
  });
  const ends = new WeakMap<Client, string>();

  const broker = await Aedes.createBroker({
    ...hooks.aedes,
    concurrency: 0, // No client that has stopped reading may hold up the others.
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: TOPIC_LEVELS_MAX,
    queueLimit: limits.packetsBeforeLogin,
    published: (packet, client, done) => {
      done();
      const who = client === null || client === undefined ? undefined : hooks.whoIs(client);
      const parsed = who === undefined ? undefined : parseClientTopic(packet.topic);
      if (who !== undefined && parsed?.client === who.name)
        hub.said(who.name, parsed.message, packet.payload.toString());
    },
  });
  broker.on('client', (client) => {
    const who = hooks.whoIs(client);
    if (who !== undefined) sessions.set(client.id, { client, name: who.name });
  });
  const ready = new WeakSet<Client>();
  broker.on('clientReady', (client) => {
    const who = hooks.whoIs(client);
    if (who === undefined || sessions.get(client.id)?.client !== client) return;
    ready.add(client);
    hub.arrived(who.name);
    deps.onPresence?.(who.name);
  });
  broker.on('clientDisconnect', (client) => {
    const session = sessions.get(client.id);
    if (session?.client !== client) return;
    sessions.delete(client.id);
    if (!ready.has(client)) return;
    hub.left(session.name);
    deps.onPresence?.(session.name, ends.get(client) ?? 'the connection was closed');
  });
  for (const event of ['clientError', 'connectionError'] as const)
    broker.on(event, (client, error) => {
      if (!ends.has(client)) ends.set(client, error.message);
      log.debug({ clientId: client.id, why: error.message }, 'a local client was dropped');
    });
  (broker as NodeJS.EventEmitter).on('error', (error: unknown) => log.error({ err: error }, 'the local broker failed'));
  // Counted on their own, for the same reason: these go to one client, past the queue of all others.
  let tellings = 0;
  const told = () => ({ brokerId: 'told', brokerCounter: ++tellings });
  broker.on('subscribe', (filters, client) => {
    if (!filters.some(({ topic, qos }) => Number(qos) !== REFUSED && topic.startsWith(DISCOVERY_ROOT))) return;
    for (const topic of retained.forgottenTopics())
      client.publish({ ...told(), cmd: 'publish', topic, payload: '', qos: 1, retain: true, dup: false }, () => {});
  });

  // Always QoS 1: a QoS 0 message overtakes one of QoS 1 inside the broker, which then takes the latter for a duplicate
  // and drops it.
  const publish: Publish = (topic, payload, retain) =>
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false }, (error) => {
      if (error) log.warn({ topic, why: error.message }, 'a message to local clients could not be delivered');
    });

  /** Counts packets before a parser works for them, and cuts off who sends too many. */
  const floodGate = (socket: TLSSocket, client: () => Client): (() => boolean) => {
    let left = limits.packetsBeforeLogin;
    return () => {
      const mayGoOn = floods.get(socket)?.() ?? left-- > 0;
      if (mayGoOn) return true;
      const who = hooks.whoIs(client());
      if (who === undefined) void limiter.failed(socket.remoteAddress ?? '', '');
      else {
        log.warn({ client: who.name }, 'a local client sends too much and is kept out for a while');
        ends.set(client(), 'it sent too much');
        admission.keepOut(who.name);
      }
      return false;
    };
  };

  let listening: TlsFront;
  try {
    listening = await listenTls({
      at: deps.at,
      certificate: deps.certificate,
      limits,
      clock,
      onSocket: (socket) => {
        guardFrames(socket, {
          connectMax: limits.connectBytes,
          packetMax: limits.packetBytes,
          mayBegin: floodGate(socket, () => client),
        });
        const client = broker.handle(socket);
      },
    });
  } catch (error) {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    throw error;
  }
  front = listening;
  const keep = clients.onRemoved((name) => {
    for (const { client } of namesakes(name)) {
      ends.set(client, 'it was removed');
      client.close();
    }
  });
  retained.attach(publish);
  hub.attach(publish);

  return {
    port: listening.port,
    useCertificate: listening.useCertificate,
    close: async () => {
      keep();
      hub.attach(undefined);
      retained.attach(undefined);
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await listening.close();
    },
  };
};
