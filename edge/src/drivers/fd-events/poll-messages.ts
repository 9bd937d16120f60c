import type { MessagePort } from 'node:worker_threads';

/** What the thread is born with. */
export interface PollThreadData {
  /** An eventfd(2) that gets the thread out of its sleep. */
  readonly wakeFd: number;
  /** One cell: 0 while the thread shall run. */
  readonly control: Int32Array;
  readonly port: MessagePort;
}

/** One more descriptor to sleep on. */
export interface WatchOrder {
  readonly id: number;
  readonly fd: number;
  readonly chunkBytes: number;
  readonly cells: Int32Array;
}

export type FromThread =
  | { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly gone: string };

/** The cells that both threads have of each watch: what the thread does with the descriptor, and how many chunks wait to be taken. */
export const STATE = 0;
export const UNTAKEN = 1;
export const CELLS = 2;

export const WATCHING = 0;
/** The thread is inside a read, which never waits. */
export const READING = 1;
/** Nobody wants it any more: the thread must not read it again. */
export const LEFT = 2;
/** The thread neither sleeps on it nor reads it, and never will: the descriptor may be closed and its number given out again. */
export const FORGOTTEN = 3;

/** The thread reads no further ahead than this: what comes then stays in the kernel, whose queues are bounded and say when they overflow. */
export const UNTAKEN_MAX = 64;
