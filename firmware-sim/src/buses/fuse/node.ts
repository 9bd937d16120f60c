import type { Errno } from './wire.ts';

/** A folder whose entries may come and go. */
export interface FuseFolder {
  readonly entries: ReadonlyMap<string, FuseNode>;
}

/** A file that code answers for. */
export interface FuseFile {
  /** Permission bits, such as 0o644. */
  readonly mode: number;
  /** A new handle. `changed` has those who wait or poll on it look again. */
  open(changed: () => void): FuseHandle | Errno;
}

/** One opening of a file. What it does not have, it refuses as the kernel does. */
export interface FuseHandle {
  /** At most `size` bytes from `offset` on. `EAGAIN` has a caller who may wait do so until `changed`. */
  read?(offset: number, size: number): Uint8Array | Errno;
  /** Undefined when all was taken. */
  write?(bytes: Uint8Array): Errno | undefined;
  /** What poll(2) says now: bits of `POLL`. */
  poll?(): number;
  /** `data` is what the caller handed in; the answer has what it gets back. */
  ioctl?(request: number, data: Uint8Array): Uint8Array | Errno;
  close(): void;
}

export type FuseNode = FuseFolder | FuseFile;
export const isFolder = (node: FuseNode): node is FuseFolder => 'entries' in node;

/** poll(2), asm-generic/poll.h. */
export const POLL = { in: 0x1, pri: 0x2, out: 0x4, err: 0x8, hup: 0x10, inNormal: 0x40, outNormal: 0x100 } as const;
