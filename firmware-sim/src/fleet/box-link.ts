import { connect, type TLSSocket } from 'node:tls';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import {
  connectPacket,
  createPacketReader,
  DISCONNECT,
  type Incoming,
  PINGREQ,
  pubackPacket,
  publishPacket,
  subscribePacket,
  type Will,
} from '../buses/mqtt/packets.ts';

/** One connection of a light box to the cloud's broker: it comes up once, and ends once. */
export interface BoxLink {
  publish(topic: string, payload: string): void;
  /** As a cable that is pulled: no goodbye. */
  cut(): void;
  /** With a goodbye. */
  close(): void;
}

export interface BoxLinkDeps {
  readonly clock: Clock;
  /** `mqtts://host:port` */
  readonly brokerUrl: string;
  readonly ca: string;
  readonly boxId: string;
  readonly token: string;
  readonly from: string | undefined;
  readonly filter: string;
  readonly will: Will;
  /** Of an earlier connection: a handshake that is resumed costs the cloud half as much. */
  readonly session: Buffer | undefined;
  readonly onSession: (session: Buffer) => void;
  readonly onUp: () => void;
  readonly onMessage: (topic: string, payload: string) => void;
  /** Ended, for whatever reason, up or not. */
  readonly onEnd: (why: string) => void;
}

const KEEPALIVE_SECONDS = 60;
const PING_EVERY = Seconds(25);
const UP_WITHIN = Seconds(20);
const REFUSED = 128;
/** A cloud that reads nothing must not fill the memory. */
const UNREAD_MAX = 64_000;

export const openBoxLink = (deps: BoxLinkDeps): BoxLink => {
  const { clock, boxId } = deps;
  const { hostname, port } = new URL(deps.brokerUrl);
  let ended = false;
  let packetId = 0;
  /** Anything, since the last ping. */
  let heard = true;
  let pings: Timer | undefined;
  const nextId = () => {
    packetId = (packetId % 65_535) + 1;
    return packetId;
  };
  const end = (why: string): void => {
    if (ended) return;
    ended = true;
    late.cancel();
    pings?.cancel();
    socket.removeAllListeners().on('error', () => {});
    socket.destroy();
    deps.onEnd(why);
  };
  const opened = (): void => {
    late.cancel();
    pings = clock.every(PING_EVERY, () => {
      if (!heard) return end('the broker answered no ping');
      heard = false;
      socket.write(PINGREQ);
    });
    deps.onUp();
  };
  const hear = (packet: Incoming): void => {
    switch (packet.type) {
      case 'connack':
        if (packet.code === 0) socket.write(subscribePacket(nextId(), deps.filter));
        else end(`the broker refused with ${packet.code}`);
        return;
      case 'suback':
        if (packet.granted.some((qos) => qos >= REFUSED)) end('the broker refused the subscription');
        else opened();
        return;
      case 'publish':
        if (packet.qos > 0) socket.write(pubackPacket(packet.packetId));
        deps.onMessage(packet.topic, packet.payload.toString('utf8'));
        return;
      default:
    }
  };

  const read = createPacketReader(hear);
  const socket: TLSSocket = connect({
    host: hostname,
    port: Number(port),
    servername: hostname,
    ca: deps.ca,
    ...(deps.from !== undefined && { localAddress: deps.from, family: 4 }),
    ...(deps.session !== undefined && { session: deps.session }),
  });
  const late = clock.after(UP_WITHIN, () => end('the broker did not answer in time'));
  socket.setNoDelay(true);
  socket.on('session', (session: Buffer) => deps.onSession(session));
  socket.on('secureConnect', () => {
    const who = { clientId: boxId, username: boxId, password: deps.token };
    socket.write(connectPacket(who, KEEPALIVE_SECONDS, deps.will));
  });
  socket.on('data', (chunk: Buffer) => {
    heard = true;
    try {
      read(chunk);
    } catch (error) {
      end((error as Error).message);
    }
  });
  socket.on('error', (error) => end((error as NodeJS.ErrnoException).code ?? error.message));
  socket.on('close', () => end('the connection was closed'));

  return {
    publish: (topic, payload) => {
      if (ended) return;
      socket.write(publishPacket(topic, payload, nextId()));
      if (socket.writableLength > UNREAD_MAX) end('the broker does not read');
    },
    cut: () => end('the cable was pulled'),
    close: () => {
      if (!ended) socket.write(DISCONNECT);
      end('left');
    },
  };
};
