import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import {
  connectPacket,
  createPacketReader,
  DISCONNECT,
  type Incoming,
  PINGREQ,
  pubackPacket,
  publishPacket,
  subscribePacket,
} from './packets.ts';

/** Where a device joins, and as whom. */
export interface JoinPlan {
  /** `mqtts://host:port` */
  readonly url: string;
  /** PEM of the authority whose certificates it believes. */
  readonly ca: string;
  readonly password: string;
}

/** A device's connection to a broker: MQTT 3.1.1 over TLS, a clean session, tried again for as long as it is not closed. */
export interface MqttLink {
  readonly connected: boolean;
  /** What went wrong last; empty while connected. */
  readonly trouble: string;
  /** Nothing is kept for later: what cannot go now is lost. */
  publish(topic: string, payload: string, qos: 0 | 1): void;
  /** The cable is pulled: no goodbye, and tried again at once when it is back. */
  cut(): void;
  close(): void;
}

export interface MqttLinkDeps {
  readonly clock: Clock;
  readonly name: string;
  readonly plan: JoinPlan;
  /** The filter that it subscribes to before it counts as connected. */
  readonly filter: string;
  readonly onUp: () => void;
  readonly onDown: (why: string) => void;
  readonly onMessage: (topic: string, payload: string, retained: boolean) => void;
}

const KEEPALIVE_SECONDS = 15;
const PING_EVERY = Seconds(10);
const CONNECT_WITHIN = Seconds(5);
const AGAIN_MS = { first: 250, most: 4_000 };
const REFUSED = 128;
const WHY: Readonly<Record<number, string>> = {
  1: 'the broker speaks another version',
  2: 'the broker refused the client id',
  3: 'the broker is busy',
  4: 'the password is wrong',
  5: 'not allowed',
};

export const createMqttLink = (deps: MqttLinkDeps): MqttLink => {
  const { clock, name, plan, filter } = deps;
  let socket: TLSSocket | undefined;
  let up = false;
  let trouble = 'not tried yet';
  let closed = false;
  let againMs = AGAIN_MS.first;
  let timer: Timer | undefined;
  let pings: Timer | undefined;
  let packetId = 0;
  const nextId = () => {
    packetId = (packetId % 65_535) + 1;
    return packetId;
  };

  const drop = (why: string): void => {
    const was = up;
    up = false;
    trouble = why;
    timer?.cancel();
    pings?.cancel();
    const gone = socket;
    socket = undefined;
    gone?.removeAllListeners().on('error', () => {});
    gone?.destroy();
    if (was) deps.onDown(why);
    if (closed) return;
    timer = clock.after(Milliseconds(againMs), dial);
    againMs = Math.min(AGAIN_MS.most, againMs * 2);
  };

  const opened = (): void => {
    timer?.cancel();
    up = true;
    trouble = '';
    againMs = AGAIN_MS.first;
    let heard = true;
    lastHeard = () => {
      heard = true;
    };
    pings = clock.every(PING_EVERY, () => {
      if (!heard) return drop('the broker is silent');
      heard = false;
      socket?.write(PINGREQ);
    });
    deps.onUp();
  };
  let lastHeard = () => {};

  const hear = (packet: Incoming): void => {
    lastHeard();
    switch (packet.type) {
      case 'connack':
        if (packet.code === 0) socket?.write(subscribePacket(nextId(), filter));
        else drop(WHY[packet.code] ?? `refused with ${packet.code}`);
        return;
      case 'suback':
        if (packet.granted.some((qos) => qos >= REFUSED)) drop('the broker refused the subscription');
        else if (!up) opened();
        return;
      case 'publish':
        if (packet.qos > 0) socket?.write(pubackPacket(packet.packetId));
        deps.onMessage(packet.topic, packet.payload.toString('utf8'), packet.retain);
        return;
      default:
    }
  };

  function dial(): void {
    const { hostname, port } = new URL(plan.url);
    const read = createPacketReader(hear);
    const dialled = connect({
      host: hostname,
      port: Number(port),
      ca: plan.ca,
      ...(isIP(hostname) ? {} : { servername: hostname }),
    });
    socket = dialled;
    timer = clock.after(CONNECT_WITHIN, () => drop('the broker did not answer'));
    dialled.setNoDelay(true);
    dialled.on('secureConnect', () => {
      dialled.write(connectPacket({ clientId: name, username: name, password: plan.password }, KEEPALIVE_SECONDS));
    });
    dialled.on('data', (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        drop((error as Error).message);
      }
    });
    dialled.on('error', (error) => drop(error.message));
    dialled.on('close', () => drop('the connection was closed'));
  }

  dial();
  return {
    get connected() {
      return up;
    },
    get trouble() {
      return trouble;
    },
    publish: (topic, payload, qos) => {
      if (up) socket?.write(publishPacket(topic, payload, qos === 0 ? 0 : nextId()));
    },
    cut: () => drop('the cable is out'),
    close: () => {
      if (up) socket?.write(DISCONNECT);
      closed = true;
      drop('left');
    },
  };
};
