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

const TYPE = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  subscribe: 8,
  suback: 9,
  pingreq: 12,
  pingresp: 13,
  disconnect: 14,
};
/** A device of that size would have no memory for more. */
const PACKET_MAX = 65_536;
const CLEAN = 0x02;
/** With QoS 1, not retained. */
const HAS_WILL = 0x0c;
const HAS_PASSWORD = 0x40;
const HAS_NAME = 0x80;

const uint16 = (n: number): Buffer => Buffer.of(n >> 8, n & 0xff);
const text = (value: string): Buffer => Buffer.concat([uint16(Buffer.byteLength(value)), Buffer.from(value)]);

/** Remaining length: seven bits a byte, the least first (MQTT 3.1.1 section 2.2.3). */
const lengthBytes = (length: number): number[] =>
  length < 128 ? [length] : [(length & 0x7f) | 0x80, ...lengthBytes(length >> 7)];

const packet = (type: number, flags: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of((type << 4) | flags, ...lengthBytes(body.length)), body]);
};

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
  packet(
    TYPE.connect,
    0,
    text('MQTT'),
    Buffer.of(4, CLEAN | HAS_NAME | HAS_PASSWORD | (will === undefined ? 0 : HAS_WILL)),
    uint16(keepaliveSeconds),
    text(clientId),
    ...(will === undefined ? [] : [text(will.topic), text(will.payload)]),
    text(username),
    text(password),
  );
export const subscribePacket = (packetId: number, filter: string): Buffer =>
  packet(TYPE.subscribe, 2, uint16(packetId), text(filter), Buffer.of(1));
export const publishPacket = (topic: string, payload: string, packetId: number): Buffer =>
  packetId === 0
    ? packet(TYPE.publish, 0, text(topic), Buffer.from(payload))
    : packet(TYPE.publish, 2, text(topic), uint16(packetId), Buffer.from(payload));
export const pubackPacket = (packetId: number): Buffer => packet(TYPE.puback, 0, uint16(packetId));
export const PINGREQ = packet(TYPE.pingreq, 0);
export const DISCONNECT = packet(TYPE.disconnect, 0);

/** The stream makes no sense: the connection has to go. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Cuts a stream into packets, however it arrives. What a device cannot use is left out. Throws `Malformed`. */
export const createPacketReader = (onPacket: (packet: Incoming) => void): ((chunk: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (let whole = first(held); whole !== undefined; whole = first(held)) {
      held = held.subarray(whole.end);
      const read = readPacket(whole.head, whole.body);
      if (read !== undefined) onPacket(read);
    }
  };
};

const first = (held: Buffer): { head: number; body: Buffer; end: number } | undefined => {
  let length = 0;
  for (let at = 1; at < held.length; at++) {
    const byte = held[at] ?? 0;
    if (at > 4) throw new Malformed('a length without end');
    length |= (byte & 0x7f) << (7 * (at - 1));
    if (length > PACKET_MAX) throw new Malformed('a packet too large');
    if ((byte & 0x80) !== 0) continue;
    const end = at + 1 + length;
    return held.length < end ? undefined : { head: held[0] ?? 0, body: held.subarray(at + 1, end), end };
  }
  return undefined;
};

const readPacket = (head: number, body: Buffer): Incoming | undefined => {
  try {
    switch (head >> 4) {
      case TYPE.connack:
        return { type: 'connack', code: body.readUInt8(1) };
      case TYPE.suback:
        return { type: 'suback', granted: [...body.subarray(2)] };
      case TYPE.puback:
        return { type: 'puback', packetId: body.readUInt16BE(0) };
      case TYPE.pingresp:
        return { type: 'pingresp' };
      case TYPE.publish: {
        const qos = (head >> 1) & 3;
        const after = 2 + body.readUInt16BE(0);
        const packetId = qos > 0 ? body.readUInt16BE(after) : 0;
        const topic = body.toString('utf8', 2, after);
        const payload = body.subarray(qos > 0 ? after + 2 : after);
        return { type: 'publish', topic, payload, qos, retain: (head & 1) === 1, packetId };
      }
      default:
        return undefined;
    }
  } catch {
    throw new Malformed('a packet shorter than its kind');
  }
};
