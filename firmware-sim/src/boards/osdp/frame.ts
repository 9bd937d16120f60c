import { checksum, crc16 } from './check.ts';

/** Start of a message. A byte of all ones may stand before it, so that receivers wake up. */
export const SOM = 0x53;
export const MARK = 0xff;
/** Reaches every reader on the line, whatever its address: for a line with one reader of unknown address. */
export const ANYBODY = 0x7f;
const FROM_READER = 0x80;
const [SEQUENCE, WITH_CRC, WITH_SECURITY] = [0x03, 0x04, 0x08];
const HEADER_BYTES = 5;
const MAC_BYTES = 4;
/** Messages under a MAC have these block types, and those below them belong to the handshake. */
const FIRST_WITH_MAC = 0x15;
const LAST_WITH_MAC = 0x18;
/** Header, code and a checksum. */
export const SHORTEST_FRAME = HEADER_BYTES + 2;
/** What this reader takes in, and says so in its capabilities. */
export const LONGEST_FRAME = 256;

export interface Security {
  readonly type: number;
  readonly data: Uint8Array;
}

/** A message as both sides mean it, without check characters. */
export interface Message {
  readonly address: number;
  readonly fromReader: boolean;
  /** 0 to 3; 0 begins anew. */
  readonly sequence: number;
  readonly withCrc: boolean;
  readonly security: Security | undefined;
  readonly code: number;
  /** What follows the code, without the MAC: encrypted where the security block says so. */
  readonly data: Uint8Array;
}

/** A message whose check characters are right. */
export interface Frame extends Message {
  /** Everything that the MAC stands for: from the start of the message to the last byte of the data. */
  readonly signed: Uint8Array;
  readonly mac: Uint8Array | undefined;
}

const hasMac = (type: number): boolean => type >= FIRST_WITH_MAC && type <= LAST_WITH_MAC;

/** How long the frame that begins with these bytes says it is; undefined while that cannot be known. The mark is not counted. */
export const frameLength = (bytes: Uint8Array): number | undefined =>
  bytes.length < 4 ? undefined : (bytes[2] ?? 0) | ((bytes[3] ?? 0) << 8);

/** What the check characters stand for; undefined if they are wrong. */
const checked = (whole: Uint8Array, withCrc: boolean): Uint8Array | undefined => {
  const body = whole.subarray(0, withCrc ? -2 : -1);
  const check = withCrc ? (whole.at(-2) ?? 0) | ((whole.at(-1) ?? 0) << 8) : whole.at(-1);
  return check === (withCrc ? crc16(body) : checksum(body)) ? body : undefined;
};

/** The frame of these bytes, a mark in front or none; undefined if its length, check characters or blocks are wrong. */
export const parseFrame = (bytes: Uint8Array): Frame | undefined => {
  const whole = bytes[0] === MARK ? bytes.subarray(1) : bytes;
  const [som, address = 0, , , control = 0] = whole;
  if (som !== SOM || whole.length < SHORTEST_FRAME || frameLength(whole) !== whole.length) return undefined;
  const withCrc = (control & WITH_CRC) !== 0;
  const body = checked(whole, withCrc);
  const secured = (control & WITH_SECURITY) !== 0;
  const blockBytes = secured ? (body?.[HEADER_BYTES] ?? 0) : 0;
  if (body === undefined || (secured && blockBytes < 2)) return undefined;
  const block = body.subarray(HEADER_BYTES, HEADER_BYTES + blockBytes);
  const security = secured ? { type: block[1] ?? 0, data: block.subarray(2) } : undefined;
  const signedBytes = body.length - (security !== undefined && hasMac(security.type) ? MAC_BYTES : 0);
  const codeAt = HEADER_BYTES + blockBytes;
  if (codeAt >= signedBytes) return undefined;
  return {
    address: address & ~FROM_READER,
    fromReader: (address & FROM_READER) !== 0,
    sequence: control & SEQUENCE,
    withCrc,
    security,
    code: body[codeAt] ?? 0,
    data: body.subarray(codeAt + 1, signedBytes),
    signed: body.subarray(0, signedBytes),
    mac: signedBytes < body.length ? body.subarray(signedBytes) : undefined,
  };
};

/** The bytes of a message, mark in front. `sign` is asked for the MAC of messages that bear one. */
export const encodeFrame = (message: Message, sign?: (signed: Uint8Array) => Uint8Array): Uint8Array => {
  const { address, fromReader, sequence, withCrc, security, code, data } = message;
  const block = security === undefined ? [] : [security.data.length + 2, security.type, ...security.data];
  const signedBytes = HEADER_BYTES + block.length + 1 + data.length;
  const macBytes = security !== undefined && hasMac(security.type) ? MAC_BYTES : 0;
  const length = signedBytes + macBytes + (withCrc ? 2 : 1);
  const control = sequence | (withCrc ? WITH_CRC : 0) | (security === undefined ? 0 : WITH_SECURITY);
  const who = address | (fromReader ? FROM_READER : 0);
  const signed = Uint8Array.of(SOM, who, length & 0xff, length >> 8, control, ...block, code, ...data);
  const mac = macBytes === 0 ? [] : (sign?.(signed) ?? new Uint8Array(MAC_BYTES)).subarray(0, MAC_BYTES);
  const body = Uint8Array.of(...signed, ...mac);
  const crc = crc16(body);
  return Uint8Array.of(MARK, ...body, ...(withCrc ? [crc & 0xff, crc >> 8] : [checksum(body)]));
};
