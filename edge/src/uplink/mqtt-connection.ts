import type { TLSSocket } from 'node:tls';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { goneMessage } from '@gatehouse/shared/wire/beacon.ts';
import { downTopic, LINK_QOS, upTopic } from '@gatehouse/shared/wire/message.ts';
import { MqttClient } from 'mqtt';

const CONNECT_WITHIN = Seconds(10);
const KEEPALIVE_SECONDS = 15;
const MQTTS_PORT = 8883;
/** MQTT 3.1.1 section 3.9.3: a granted QoS of 128 is a refusal. */
const REFUSED = 128;

export interface ConnectionHandlers {
  readonly onMessage: (topic: string, payload: Buffer, retained: boolean) => void;
  /** Called once, when an opened connection is gone. */
  readonly onClosed: (why: string) => void;
}

export interface ConnectionOptions extends ConnectionHandlers {
  readonly brokerUrl: string;
  readonly token: string;
  readonly boxId: BoxId;
  readonly bootId: string;
  /** A connection whose server was checked. */
  readonly dial: (to: { readonly host: string; readonly port: number }) => Promise<TLSSocket>;
  readonly connectionId: string;
  readonly clock: Pick<Clock, 'after'>;
}

export interface Connection {
  readonly id: string;
  connected(): boolean;
  /** `false` when there is no connection: then nothing was queued. */
  publish(topic: string, payload: unknown): boolean;
  destroy(why?: string): void;
  sayGoodbye(): Promise<void>;
}

/**
 * One MQTT 3.1.1 connection over TLS, used once: a clean session, no retries, nothing queued, and open only after the
 * broker granted the box's own commands. Rejects when it did not come about.
 */
export const openConnection = async (options: ConnectionOptions): Promise<Connection> => {
  const { protocol, hostname, port } = new URL(options.brokerUrl);
  if (protocol !== 'mqtts:') throw new Error('the broker’s address is not an mqtts:// one');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return speakMqtt(await options.dial({ host, port: port === '' ? MQTTS_PORT : Number(port) }), options);
};

const speakMqtt = (socket: TLSSocket, options: ConnectionOptions): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const { boxId, connectionId, onMessage } = options;
    const client = new MqttClient(() => socket, mqttOptions(options));
    let trouble = 'the connection was closed';
    let open = false;

    const late = options.clock.after(CONNECT_WITHIN, () => {
      trouble = 'the broker did not answer in time';
      client.end(true);
    });
    client.on('error', (error) => {
      trouble = error.message;
    });
    client.on('message', (topic, payload, packet) => onMessage(topic, payload, packet.retain));
    client.once('close', () => {
      late.cancel();
      client.end(true);
      if (open) options.onClosed(trouble);
      else reject(new Error(trouble));
    });
    client.once('connect', () => {
      client.subscribe(downTopic(boxId, '+'), { qos: LINK_QOS }, (error, granted) => {
        if (error !== null || granted?.length !== 1 || granted.some(({ qos }) => qos >= REFUSED)) {
          trouble = 'the broker refused the subscription to the box’s own commands';
          client.end(true);
          return;
        }
        late.cancel();
        open = true;
        const fail = (why = trouble) => {
          trouble = why;
          client.end(true);
        };
        resolve(handle(client, { id: connectionId, gone: gonePacket(options), fail }));
      });
    });
  });

const gonePacket = ({ boxId, bootId, connectionId }: ConnectionOptions) => ({
  topic: upTopic(boxId, goneMessage.name),
  payload: JSON.stringify({ v: 1, bootId, connectionId }),
});

const mqttOptions = (options: ConnectionOptions) => {
  const { topic, payload } = gonePacket(options);
  return {
    protocolVersion: 4 as const,
    clean: true,
    clientId: options.boxId,
    username: options.boxId,
    password: options.token,
    reconnectPeriod: 0,
    keepalive: KEEPALIVE_SECONDS,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic, payload: Buffer.from(payload), qos: LINK_QOS as 1, retain: false },
  };
};

const handle = (
  client: MqttClient,
  { id, gone, fail }: { id: string; gone: { topic: string; payload: string }; fail: (why?: string) => void },
): Connection => ({
  id,
  connected: () => client.connected,
  publish: (topic, payload) => {
    if (!client.connected) return false;
    client.publish(topic, JSON.stringify(payload), { qos: LINK_QOS }, () => {}); // Whether it arrived, only the other end can say.
    return true;
  },
  destroy: fail,
  sayGoodbye: async () => {
    if (!client.connected) return;
    await client.publishAsync(gone.topic, gone.payload, { qos: LINK_QOS }).catch(() => undefined);
    await client.endAsync().catch(() => undefined);
  },
});
