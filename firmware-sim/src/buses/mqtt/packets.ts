import { createFrameGuard } from '@gatehouse/shared/mqtt/frame-guard.ts';
import { generate, type Packet, parser } from 'mqtt-packet';

/** As much of MQTT 3.1.1 as the firmware of a small device has: what it sends, and what a broker sends to it. */
export type Incoming =
  | { readonly type: 'connack'; readonly code: number }
  | { readonly type: 'suback'; readonly granted: readonly number[] }
  | {
      readonly type: 'publish';
      readonly topic: string;
      readonly payload: Buffer;
      readonly qos: number;
      readonly retain: boolean;
      readonly packetId: number;
    }
  | { readonly type: 'puback'; readonly packetId: number }
  | { readonly type: 'pingresp' };

/** A device of that size would have no memory for more. */
const PACKET_MAX = 65_536;

export interface Credentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

/** What the broker is to publish when the connection ends without a goodbye. */
export interface Will {
  readonly topic: string;
  readonly payload: string;
}

export const connectPacket = (
  { clientId, username, password }: Credentials,
  keepaliveSeconds: number,
  will?: Will,
): Buffer =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: keepaliveSeconds,
    clientId,
    username,
    password: Buffer.from(password),
    ...(will !== undefined && { will: { ...will, qos: 1, retain: false } }),
  });
export const subscribePacket = (packetId: number, filter: string): Buffer =>
  generate({ cmd: 'subscribe', messageId: packetId, subscriptions: [{ topic: filter, qos: 1 }] });
export const publishPacket = (topic: string, payload: string, packetId: number): Buffer => {
  const message = { cmd: 'publish', topic, payload, dup: false, retain: false } as const;
  return generate(packetId === 0 ? { ...message, qos: 0 } : { ...message, qos: 1, messageId: packetId });
};
export const pubackPacket = (packetId: number): Buffer => generate({ cmd: 'puback', messageId: packetId });
export const PINGREQ = generate({ cmd: 'pingreq' });
export const DISCONNECT = generate({ cmd: 'disconnect' });

/** The stream makes no sense: the connection has to go. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/**
 * Cuts a stream into packets, however it arrives. What a device cannot use is left out. Throws `Malformed`, after which
 * nothing more is to be read: the parser has no limit of its own, so a length is judged before it collects anything.
 */
export const createPacketReader = (onPacket: (packet: Incoming) => void): ((chunk: Buffer) => void) => {
  const accepts = createFrameGuard({ packetMax: PACKET_MAX });
  const parsing = parser({ protocolVersion: 4 });
  let read: Incoming[] = [];
  let wrong: unknown;
  parsing.on('packet', (packet) => {
    const incoming = incomingOf(packet);
    if (incoming !== undefined) read.push(incoming);
  });
  parsing.on('error', (error: unknown) => {
    wrong = error;
  });
  return (chunk) => {
    if (!accepts(chunk)) throw new Malformed('a packet too large, or a length without end');
    try {
      parsing.parse(chunk);
    } catch (error) {
      wrong = error;
    }
    const whole = read;
    read = [];
    for (const packet of whole) onPacket(packet);
    if (wrong !== undefined) throw new Malformed((wrong as Error).message);
  };
};

const incomingOf = (packet: Packet): Incoming | undefined => {
  const { messageId: packetId = 0 } = packet;
  switch (packet.cmd) {
    case 'connack':
      return { type: 'connack', code: packet.returnCode ?? 0 };
    case 'suback':
      return { type: 'suback', granted: packet.granted as number[] };
    case 'puback':
      return { type: 'puback', packetId };
    case 'pingresp':
      return { type: 'pingresp' };
    case 'publish': {
      const { topic, qos, retain } = packet;
      return { type: 'publish', topic, payload: Buffer.from(packet.payload), qos, retain, packetId };
    }
    default:
      return undefined;
  }
};
