/**
 * Bytes to frames and back (IEC 60839-11-5, 5.9). Pure.
 *
 *     [ff] 53 addr len len ctrl [n type data…] code data… [mac mac mac mac] check [check]
 *
 * `len` counts from 53 to the end, low byte first. `ctrl`: bits 0 and 1 the sequence number, 2 that the check is a CRC and
 * not a sum, 3 that a security block is there. A reply has bit 7 of the address set.
 */

export type Check = 'crc' | 'sum';

export interface SecurityBlock {
  readonly type: number;
  readonly data: Uint8Array;
}

export interface Frame {
  readonly address: number;
  readonly fromReader: boolean;
  readonly sequence: number;
  readonly check: Check;
  readonly block: SecurityBlock | undefined;
  readonly code: number;
  /** What follows the code up to the check: for block types from 0x15 on, its last four bytes are the message's code. */
  readonly data: Uint8Array;
  /** Everything from 53 up to the check. */
  readonly head: Uint8Array;
}

const MARK = 0xff;
const START = 0x53;
const REPLY = 0x80;
const WITH_CRC = 0x04;
const WITH_BLOCK = 0x08;
const HEADER_BYTES = 5;
/** The longest frame that the standard knows. */
export const FRAME_BYTES_MAX = 1_440;
const FRAME_BYTES_MIN = HEADER_BYTES + 2;

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  return crc;
});

/** CRC-16: polynomial 0x1021, start 0x1D0F. On the line its low byte goes first. */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0x1d0f;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ byte] ?? 0);
  return crc;
};

/** The sum that brings all bytes together to 0 modulo 256. */
export const checksum = (bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return -sum & 0xff;
};

const checkBytes = (check: Check): number => (check === 'crc' ? 2 : 1);

const checkOf = (check: Check, bytes: Uint8Array): number[] => {
  if (check === 'sum') return [checksum(bytes)];
  const crc = crc16(bytes);
  return [crc & 0xff, crc >> 8];
};

export interface Outgoing {
  readonly address: number;
  readonly sequence: number;
  readonly check: Check;
  readonly block?: SecurityBlock | undefined;
  readonly code: number;
  readonly data: Uint8Array;
  /** The message's code over all that goes before it, header included: four bytes. */
  readonly mac?: ((head: Uint8Array) => Uint8Array) | undefined;
}

/** A command with its mark byte, as it goes on the line. */
export const encodeFrame = ({ address, sequence, check, block, code, data, mac }: Outgoing): Uint8Array => {
  const blockBytes = block === undefined ? [] : [block.data.length + 2, block.type, ...block.data];
  const length = HEADER_BYTES + blockBytes.length + 1 + data.length + (mac === undefined ? 0 : 4) + checkBytes(check);
  const control = sequence | (check === 'crc' ? WITH_CRC : 0) | (block === undefined ? 0 : WITH_BLOCK);
  const head = Uint8Array.from([START, address, length & 0xff, length >> 8, control, ...blockBytes, code, ...data]);
  const signed = mac === undefined ? head : Uint8Array.from([...head, ...mac(head)]);
  return Uint8Array.from([MARK, ...signed, ...checkOf(check, signed)]);
};

const blockAt = (head: Uint8Array, control: number): SecurityBlock | undefined | 'damaged' => {
  if ((control & WITH_BLOCK) === 0) return undefined;
  const length = head[HEADER_BYTES] ?? 0;
  // A code has to follow it.
  if (length < 2 || HEADER_BYTES + length >= head.length) return 'damaged';
  return { type: head[HEADER_BYTES + 1] ?? 0, data: head.slice(HEADER_BYTES + 2, HEADER_BYTES + length) };
};

/** The length that a frame starting here gives itself; `undefined` if none can start here. `0` while that is not known. */
const lengthAt = (bytes: Uint8Array, at: number): number | undefined => {
  if (bytes[at] !== START) return undefined;
  if (bytes.length < at + 4) return 0;
  const length = (bytes[at + 2] ?? 0) + 256 * (bytes[at + 3] ?? 0);
  return length < FRAME_BYTES_MIN || length > FRAME_BYTES_MAX ? undefined : length;
};

const frameIn = (whole: Uint8Array): Frame | undefined => {
  const control = whole[4] ?? 0;
  const check: Check = control & WITH_CRC ? 'crc' : 'sum';
  const head = whole.slice(0, -checkBytes(check));
  if (checkOf(check, head).some((byte, i) => whole[head.length + i] !== byte)) return undefined;
  const block = blockAt(head, control);
  if (block === 'damaged') return undefined;
  const codeAt = HEADER_BYTES + (block === undefined ? 0 : block.data.length + 2);
  if (codeAt >= head.length) return undefined;
  const address = whole[1] ?? 0;
  return {
    address: address & ~REPLY,
    fromReader: (address & REPLY) !== 0,
    sequence: control & 3,
    check,
    block,
    code: head[codeAt] ?? 0,
    data: head.slice(codeAt + 1),
    head,
  };
};

/**
 * The first sound frame from `from` on in what was received that `wanted` takes. While a frame may still be coming in,
 * nothing after its start is looked at, for a card's data could look like a frame; once nothing more will come (`final`),
 * everything is. `next`: what is before it needs no second look when more has come, however many frames it pretends to hold.
 */
export const searchFrame = (
  received: Uint8Array,
  wanted: (frame: Frame) => boolean,
  final: boolean,
  from: number,
): { readonly frame: Frame | undefined; readonly next: number } => {
  for (let at = from; at < received.length; at++) {
    const length = lengthAt(received, at);
    if (length === undefined) continue;
    if (length === 0 || at + length > received.length) {
      if (final) continue;
      return { frame: undefined, next: at };
    }
    const frame = frameIn(received.subarray(at, at + length));
    if (frame === undefined) continue;
    if (wanted(frame)) return { frame, next: at + length };
    at += length - 1;
  }
  return { frame: undefined, next: received.length };
};

/** The same from the beginning. */
export const findFrame = (received: Uint8Array, wanted: (frame: Frame) => boolean, final: boolean): Frame | undefined =>
  searchFrame(received, wanted, final, 0).frame;
