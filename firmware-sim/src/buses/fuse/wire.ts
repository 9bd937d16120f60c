import { constants } from 'node:os';

/** What the kernel asks of a file system in user space: linux/fuse.h, protocol 7.31. */
export const OP = {
  lookup: 1,
  forget: 2,
  getattr: 3,
  setattr: 4,
  mknod: 8,
  mkdir: 9,
  unlink: 10,
  rmdir: 11,
  open: 14,
  read: 15,
  write: 16,
  statfs: 17,
  release: 18,
  flush: 25,
  init: 26,
  opendir: 27,
  readdir: 28,
  releasedir: 29,
  access: 34,
  create: 35,
  interrupt: 36,
  destroy: 38,
  ioctl: 39,
  poll: 40,
  batchForget: 42,
} as const;

/** An error of the kernel, by its name. */
export type Errno = keyof typeof constants.errno;

export interface Request {
  readonly opcode: number;
  /** Names this request; the reply carries it. */
  readonly unique: bigint;
  readonly node: bigint;
  /** What follows the header, and zeros after it: what a request should have said reads as nothing. */
  readonly body: Buffer;
}

const IN_HEADER_BYTES = 40;
const OUT_HEADER_BYTES = 16;
/** The longest fixed part of any request that we read. */
const BODY_BYTES_MIN = 40;
/** Who has to read of a file's end asks again: the kernel of sysfs says one page, whatever a file holds. */
const FILE_BYTES = 4_096n;

/** `struct fuse_in_header`, then the body. Undefined for anything that is no whole request. */
export const parseRequest = (bytes: Buffer): Request | undefined => {
  if (bytes.length < IN_HEADER_BYTES || bytes.readUInt32LE(0) !== bytes.length) return undefined;
  return {
    opcode: bytes.readUInt32LE(4),
    unique: bytes.readBigUInt64LE(8),
    node: bytes.readBigUInt64LE(16),
    body: Buffer.concat([bytes.subarray(IN_HEADER_BYTES), Buffer.alloc(BODY_BYTES_MIN)]),
  };
};

/** `struct fuse_out_header`, then the body. An error has none. */
export const reply = (unique: bigint, result: Buffer | Errno = Buffer.alloc(0)): Buffer => {
  const body = typeof result === 'string' ? Buffer.alloc(0) : result;
  const header = Buffer.alloc(OUT_HEADER_BYTES);
  header.writeUInt32LE(OUT_HEADER_BYTES + body.length, 0);
  header.writeInt32LE(typeof result === 'string' ? -constants.errno[result] : 0, 4);
  header.writeBigUInt64LE(unique, 8);
  return Buffer.concat([header, body]);
};

/** FUSE_NOTIFY_POLL: whoever polls with this kernel handle should ask again. */
export const pollNotice = (kernelHandle: bigint): Buffer => {
  const bytes = Buffer.alloc(OUT_HEADER_BYTES + 8);
  bytes.writeUInt32LE(bytes.length, 0);
  bytes.writeInt32LE(1, 4);
  bytes.writeBigUInt64LE(kernelHandle, OUT_HEADER_BYTES);
  return bytes;
};

export interface Attributes {
  readonly id: bigint;
  /** Permission bits; undefined for a folder. */
  readonly mode: number | undefined;
  readonly uid: number;
  readonly gid: number;
}

/** `struct fuse_attr` at an offset. */
const putAttributes = (bytes: Buffer, at: number, { id, mode, uid, gid }: Attributes): void => {
  bytes.writeBigUInt64LE(id, at);
  if (mode !== undefined) bytes.writeBigUInt64LE(FILE_BYTES, at + 8);
  bytes.writeUInt32LE(mode === undefined ? FOLDER_MODE : REGULAR | mode, at + 60);
  bytes.writeUInt32LE(1, at + 64);
  bytes.writeUInt32LE(uid, at + 68);
  bytes.writeUInt32LE(gid, at + 72);
  bytes.writeUInt32LE(Number(FILE_BYTES), at + 80);
};
const FOLDER_MODE = 0o40755;
const REGULAR = 0o100000;

/** `struct fuse_attr_out`, good for this instant only. */
export const attributesReply = (attributes: Attributes): Buffer => {
  const bytes = Buffer.alloc(104);
  putAttributes(bytes, 16, attributes);
  return bytes;
};

/** `struct fuse_entry_out`: the node is to be looked up again each time, since files come and go. */
export const entryReply = (attributes: Attributes): Buffer => {
  const bytes = Buffer.alloc(128);
  bytes.writeBigUInt64LE(attributes.id, 0);
  putAttributes(bytes, 40, attributes);
  return bytes;
};

/** `struct fuse_init_out`: what we speak, and how much may be written at once. */
export const initReply = (): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(7, 0);
  bytes.writeUInt32LE(31, 4);
  bytes.writeUInt32LE(4_096, 8);
  bytes.writeUInt16LE(16, 16);
  bytes.writeUInt16LE(12, 18);
  bytes.writeUInt32LE(4_096, 20);
  bytes.writeUInt32LE(1, 24);
  return bytes;
};

const FOPEN_DIRECT_IO = 1;
/** `struct fuse_open_out`: every read comes to us, nothing is kept by the kernel. */
export const openReply = (handle: bigint): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(handle, 0);
  bytes.writeUInt32LE(FOPEN_DIRECT_IO, 8);
  return bytes;
};

/** A 32-bit number and its padding: `struct fuse_write_out`, `struct fuse_poll_out`. */
export const numberReply = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value, 0);
  return bytes;
};

/** `struct fuse_ioctl_out`, then what the caller gets back. */
export const ioctlReply = (result: number, data: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(result, 0);
  return Buffer.concat([bytes, data]);
};

const [DT_DIR, DT_REG] = [4, 8];
/** As many `struct fuse_dirent` from the offset on as fit into `size`. */
export const directoryReply = (
  entries: readonly { readonly name: string; readonly folder: boolean }[],
  offset: number,
  size: number,
): Buffer => {
  const parts: Buffer[] = [];
  let used = 0;
  for (const [at, { name, folder }] of [...entries.entries()].slice(offset)) {
    const bytes = Buffer.alloc(Math.ceil((24 + Buffer.byteLength(name)) / 8) * 8);
    used += bytes.length;
    if (used > size) break;
    bytes.writeBigUInt64LE(BigInt(at + 2), 0);
    bytes.writeBigUInt64LE(BigInt(at + 1), 8);
    bytes.writeUInt32LE(Buffer.byteLength(name), 16);
    bytes.writeUInt32LE(folder ? DT_DIR : DT_REG, 20);
    bytes.write(name, 24);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
};
