import { connect as tlsConnect } from 'node:tls';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { replyTopic, upTopic } from '@gatehouse/shared/wire/message.ts';
import { MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import {
  ADMITS_TOPIC,
  ADMITTED_TOPIC,
  type Broker,
  BrokerDown,
  type BrokerListeners,
  END_SESSION_TOPIC,
} from './broker.ts';
import { answerTo } from './replica-questions.ts';

export interface ExternalBrokerOptions {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** `mqtts://host:port`. */
  readonly url: string;
  /** The authority of the broker's certificate; the system's own where there is none. */
  readonly caPem?: string;
  readonly replica: string;
  /** Whether whom a token names is known: the broker asks. */
  readonly admits: (subject: string) => Promise<boolean>;
  /** Asked anew at every connect: tokens live for minutes only. */
  readonly credentials: () => { readonly username: string; readonly password: string };
  /** How often the path is proved, and how long a proof may take. Default 10 s and 5 s. */
  readonly probe?: { readonly every: Duration; readonly timeout: Duration };
}

const CONNECT_TIMEOUT_MS = 5_000;
const KEEPALIVE_SECONDS = 15;
const PROBE = { every: Seconds(10), timeout: Seconds(5) };
/** Short: replicas are few, and every second without the broker is one without unlocks. */
const BACKOFF_MS = { first: 250, most: 2_000 };
const REFUSED = 128;

/**
 * A broker elsewhere, by MQTT 3.1.1. INVARIANTS: every connection is a new client, so nothing unsent or unacknowledged
 * survives into the next one; the broker counts as up only after it has granted every subscription; and a probe to
 * ourselves must come back every ten seconds, since a connection that looks alive may deliver nothing.
 */
export const connectExternalBroker = (options: ExternalBrokerOptions): Broker => {
  const { clock, log, replica } = options;
  const probing = options.probe ?? PROBE;
  const { hostname, port } = new URL(options.url);
  const probeTopic = `${replyTopic(replica, '+').slice(0, -1)}probe`;
  let listeners: BrokerListeners | undefined;
  let client: MqttClient | undefined;
  let timers: Timer[] = [];
  let failures = 0;
  let up = false;
  let closed = false;
  let probeAnswered: (() => void) | undefined;

  const stopTimers = () => {
    for (const timer of timers) timer.cancel();
    timers = [];
  };
  /** Ends this connection for good and, unless we are closing, plans the next. */
  const drop = (from: MqttClient, why: string) => {
    if (from !== client) return;
    client = undefined;
    stopTimers();
    from.end(true);
    if (up) listeners?.down?.(why);
    up = false;
    if (closed) return;
    const ceiling = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures++);
    const share = (options.random(1)[0] ?? 0) / 255;
    log.warn({ why }, 'the broker is not reachable');
    timers.push(clock.after(Milliseconds(ceiling * (0.5 + share / 2)), connect));
  };
  const probe = (from: MqttClient) => {
    const late = clock.after(probing.timeout, () => drop(from, 'a probe did not come back'));
    timers.push(late);
    probeAnswered = () => late.cancel();
    from.publish(probeTopic, '{}', { qos: 0 });
  };
  const subscribe = (from: MqttClient) => {
    from.subscribe(ADMITS_TOPIC, { qos: 1 }, () => undefined); // A broker of another make asks nothing, and may refuse.
    from.subscribe([upTopic('+', '+'), replyTopic(replica, '+')], { qos: 1 }, (error, granted) => {
      if (from !== client) return;
      if (error || granted === undefined || granted.some(({ qos }) => (qos as number) >= REFUSED)) {
        drop(from, `subscriptions were refused${error ? `: ${error.message}` : ''}`);
        return;
      }
      failures = 0;
      up = true;
      timers.push(clock.every(probing.every, () => probe(from)));
      listeners?.up?.();
    });
  };
  const connect = () => {
    stopTimers();
    const { username, password } = options.credentials();
    const next = new MqttClient(
      () => {
        const socket = tlsConnect({
          host: hostname,
          port: Number(port || 8883),
          servername: /^[\d.:[\]]+$/.test(hostname) ? '' : hostname,
          ...(options.caPem !== undefined && { ca: options.caPem }),
        });
        socket.setNoDelay(true);
        return socket;
      },
      {
        clientId: `cloud-${replica}`,
        username,
        password,
        protocolVersion: 4,
        clean: true,
        keepalive: KEEPALIVE_SECONDS,
        connectTimeout: CONNECT_TIMEOUT_MS,
        reconnectPeriod: 0,
        resubscribe: false,
        queueQoSZero: false,
      },
    );
    client = next;
    next.on('connect', () => subscribe(next));
    next.on('message', (topic, payload, { retain }) => {
      if (next !== client) return;
      if (topic === probeTopic) probeAnswered?.();
      else if (topic === ADMITS_TOPIC) void answer(payload);
      else listeners?.message({ topic, payload, retained: retain });
    });
    next.on('error', (error) => drop(next, error.message));
    next.on('close', () => drop(next, 'the connection ended'));
  };
  const send = async (topic: string, payload: string): Promise<void> => {
    if (!up || client?.connected !== true) throw new BrokerDown('the broker is not reachable');
    // What becomes of it is told by the answer from the box, not by the broker's PUBACK.
    client.publish(topic, payload, { qos: 1, retain: false }, () => undefined);
  };

  const answer = async (payload: Buffer): Promise<void> => {
    try {
      const said = await answerTo({ payload }, options.admits);
      if (said !== undefined) await send(ADMITTED_TOPIC, said);
    } catch (error) {
      log.warn({ err: error }, 'whether a box may be let in could not be said');
    }
  };

  return {
    publish: send,
    listen: (given) => {
      listeners = given;
      if (up) given.up?.();
      else if (client === undefined) connect();
    },
    isUp: () => up,
    endSession: (clientId) => send(END_SESSION_TOPIC, clientId),
    close: async () => {
      closed = true;
      up = false;
      stopTimers();
      const last = client;
      client = undefined;
      await new Promise<void>((resolve) => (last === undefined ? resolve() : last.end(true, {}, () => resolve())));
    },
  };
};
