/** The first byte of a CONNECT. */
const CONNECT = 0x10;
/** Four bytes of seven bits each. */
const LENGTH_BITS = 28;

export interface FrameLimits {
  /**
   * Largest packet before the broker knows who speaks, in bytes of its remaining length. Left out where it is the broker
   * that speaks: any packet may be the first.
   */
  readonly connectMax?: number;
  /** Largest packet afterwards. */
  readonly packetMax: number;
  /** Asked as each packet begins; `false` makes the stream unacceptable. */
  readonly mayBegin?: () => boolean;
  /** Asked once a packet has said how many bytes follow. */
  readonly mayCarry?: (bytes: number) => boolean;
}

/**
 * Follows the packet boundaries of an MQTT byte stream (MQTT 3.1.1 section 2.2) without keeping any of it, so that an
 * announced length can be refused before a parser begins to collect it. Returns false once the stream is unacceptable:
 * a first packet that is no CONNECT, a length over the limit, or a length that does not end after four bytes.
 */
export const createFrameGuard = ({
  connectMax,
  packetMax,
  mayBegin = () => true,
  mayCarry = () => true,
}: FrameLimits): ((chunk: Uint8Array) => boolean) => {
  let first = connectMax !== undefined;
  let inLength = false;
  let length = 0;
  let shift = 0;
  let body = 0;

  const beginPacket = (type: number): boolean => {
    inLength = true;
    length = 0;
    shift = 0;
    return (!first || type === CONNECT) && mayBegin();
  };
  const lengthByte = (byte: number): boolean => {
    length |= (byte & 0x7f) << shift;
    shift += 7;
    if (length > ((first ? connectMax : undefined) ?? packetMax)) return false;
    if ((byte & 0x80) !== 0) return shift < LENGTH_BITS;
    first = false;
    inLength = false;
    body = length;
    return mayCarry(length);
  };

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(body, chunk.length - at);
      body -= skipped;
      at += skipped;
      const byte = chunk[at++];
      if (byte === undefined) return true;
      if (!(inLength ? lengthByte(byte) : beginPacket(byte))) return false;
    }
    return true;
  };
};

interface ReadableSocket {
  read(size?: number): Buffer | null;
  destroy(): unknown;
}

/**
 * Puts a guard between a socket and whoever reads it by `read()`. What has not been read stays in the socket's bounded
 * buffer, so no more than one chunk of an unacceptable stream is ever held.
 */
export const guardFrames = (socket: ReadableSocket, limits: FrameLimits): void => {
  const accepts = createFrameGuard(limits);
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    const chunk = read(size);
    if (chunk === null || accepts(chunk)) return chunk;
    socket.destroy();
    return null;
  };
};
