import { createServer, type TLSSocket } from 'node:tls';
import { guardFrames } from '@gatehouse/shared/mqtt/frame-guard.ts';
import { createLoginLimiter } from '@gatehouse/shared/mqtt/login-limiter.ts';
import { addressList } from '@gatehouse/shared/net/address-list.ts';
import { type Front, guardFront } from '@gatehouse/shared/net/front.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import { Aedes, type Client } from 'aedes';
import type { Logger } from 'pino';
import { BOX_LIMITS, type BoxBudget, type BoxLimits, createBoxBudgets, DEVICE_LIMITS } from './box-budgets.ts';
import { ADMITS_TOPIC, type BrokerMessage, END_SESSION_TOPIC } from './broker.ts';
import { createBrokerGuards } from './broker-guards.ts';
import type { DeviceTokens } from './device-tokens.ts';

export interface BrokerServerOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly tokens: Pick<DeviceTokens, 'verify'>;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** How many further ports to try when `port` is taken. Default 0. */
  readonly portTries?: number;
  readonly keyPem: string;
  readonly certificatePem: string;
  /** Of boxes and replicas. Default 5,000 connections. */
  readonly maxConnections?: number;
  /** Addresses or CIDR ranges of balancers in front, and whether they name the true address (PROXY protocol). */
  readonly trustProxy?: readonly string[];
  readonly proxyProtocol?: boolean;
  /** Of devices that are no boxes, which must not take their places. Default 2,000. */
  readonly maxDevices?: number;
  /** Whether whom a token names is known: a box that is not decommissioned, or a device with the secret that it has. */
  readonly admits: (subject: string) => Promise<boolean>;
  /** What one box may take. Default `BOX_LIMITS`. */
  readonly boxLimits?: BoxLimits;
  /** Gets every message that a client was allowed to publish. */
  readonly onMessage?: (message: BrokerMessage) => void;
  /** So many replicas answer questions now. */
  readonly onReplicas?: (count: number) => void;
}

export interface BrokerServer {
  readonly port: number;
  readonly publish: (topic: string, payload: string) => void;
  readonly endSession: (clientId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const CONNECTIONS_MAX = 5_000;
const DEVICES_MAX = 2_000;
/** Boxes that have not logged in yet: those of a fleet that comes back at once, of which some are behind one carrier's address. */
const FRONT_LIMITS = { firstByteMs: 3_000, strangers: 2_000, strangersOfANetwork: 200 };
const HANDSHAKE_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A client that does not read for that long is dropped. */
const DRAIN_TIMEOUT_MS = 10_000;
const TOPIC_LEVELS_MAX = 20;
/** Before the answer to CONNECT. */
const PACKETS_BEFORE_LOGIN = 8;
/** Before login a CONNECT with a token and a will, afterwards 200 facts. */
const FRAMES = { connectMax: 16_384, packetMax: 262_144 };

/** Replicas are ours. */
const UNBOUNDED: BoxBudget = { mayBegin: () => true, mayCarry: () => true };

/** An MQTT 3.1.1 broker over TLS that serves boxes and replicas, and trusts neither. */
export const startBrokerServer = async (options: BrokerServerOptions): Promise<BrokerServer> => {
  const { clock, log } = options;
  const limiter = createLoginLimiter(clock);
  let front: Front | undefined;
  const budgets = {
    box: createBoxBudgets(clock, options.boxLimits ?? BOX_LIMITS),
    device: createBoxBudgets(clock, DEVICE_LIMITS),
  };
  const maxDevices = options.maxDevices ?? DEVICES_MAX;
  const devices = new Set<string>();
  const admitted = new WeakMap<object, BoxBudget>();
  const guards = createBrokerGuards({
    clock,
    log,
    tokens: options.tokens,
    limiter,
    addressOf: ({ conn }) => front?.addressOf(conn as TLSSocket) ?? '',
    recognised: (client) => {
      const who = guards.principalOf(client);
      const budget = who === undefined || who.role === 'cloud' ? UNBOUNDED : budgets[who.role].of(who.id);
      admitted.set(client.conn, budget);
      front?.recognised(client.conn as TLSSocket);
    },
    isOut: ({ role, id }) =>
      role !== 'cloud' &&
      (budgets[role].isOut(id) || (role === 'device' && !devices.has(id) && devices.size >= maxDevices)),
    admits: options.admits,
  });
  const sessions = new Map<string, Client>();
  const endSession = (clientId: string): Promise<void> => {
    guards.revoke(clientId);
    return new Promise((resolve) => {
      const client = sessions.get(clientId);
      if (client === undefined) resolve();
      else client.close(resolve);
    });
  };
  const broker = await Aedes.createBroker({
    ...guards.hooks,
    concurrency: 0, // No client that has stopped reading may hold up the others.
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxTopicLevels: TOPIC_LEVELS_MAX,
    published: (packet, client, done) => {
      done();
      if (client === null || client === undefined) return; // Our own, and the broker's reports about itself.
      const payload = Buffer.from(packet.payload);
      if (packet.topic === END_SESSION_TOPIC) void endSession(payload.toString('utf8'));
      else options.onMessage?.({ topic: packet.topic, payload, retained: packet.retain });
    },
  });
  broker.on('client', (client) => {
    sessions.set(client.id, client);
    if (guards.principalOf(client)?.role === 'device') devices.add(client.id);
  });
  const answering = new Set<Client>();
  broker.on('subscribe', (subscriptions, client) => {
    const asked = subscriptions.some(({ topic }) => topic === ADMITS_TOPIC);
    if (asked && guards.principalOf(client)?.role === 'cloud') options.onReplicas?.(answering.add(client).size);
  });
  broker.on('clientDisconnect', (client) => {
    if (answering.delete(client)) options.onReplicas?.(answering.size);
    if (sessions.get(client.id) !== client) return;
    sessions.delete(client.id);
    devices.delete(client.id);
  });
  for (const event of ['clientError', 'connectionError'] as const)
    broker.on(event, (client, error) =>
      log.info({ clientId: client.id, why: error.message }, 'a broker client was dropped'),
    );
  (broker as NodeJS.EventEmitter).on('error', (error: unknown) => log.error({ err: error }, 'the broker failed'));

  const server = createServer({
    key: options.keyPem,
    cert: options.certificatePem,
    ...TLS_OFFERED,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    noDelay: true,
  });
  server.maxConnections = (options.maxConnections ?? CONNECTIONS_MAX) + maxDevices + FRONT_LIMITS.strangers;
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const open = new Set<TLSSocket>();
  server.on('secureConnection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    // Small packets both ways: without this each waits for the acknowledgement of the one before (88 ms).
    socket.setNoDelay(true);
    let left = PACKETS_BEFORE_LOGIN;
    guardFrames(socket, {
      ...FRAMES,
      mayBegin: () => admitted.get(socket)?.mayBegin() ?? left-- > 0,
      mayCarry: (bytes) => admitted.get(socket)?.mayCarry(bytes) ?? true,
    });
    broker.handle(socket);
  });
  front = guardFront(server, {
    clock,
    limits: FRONT_LIMITS,
    isProxy: addressList(options.trustProxy ?? []),
    proxyProtocol: options.proxyProtocol === true,
  });
  const port = await listen(server, { host: options.host, port: options.port, tries: options.portTries ?? 0 });

  return {
    port,
    publish: (topic, payload) =>
      broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) => {
        if (error) log.warn({ topic, why: error.message }, 'a message could not be delivered');
      }),
    endSession,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      front?.hangUpSilent();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};
