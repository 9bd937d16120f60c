import { closeSync, writeSync } from 'node:fs';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { koffi } from './koffi.ts';
import {
  CELLS,
  FORGOTTEN,
  type FromThread,
  LEFT,
  type PollThreadData,
  STATE,
  UNTAKEN,
  UNTAKEN_MAX,
  WATCHING,
  type WatchOrder,
} from './poll-messages.ts';

const THREAD = new URL('./poll-thread.ts', import.meta.url);
const HEAP_MEGABYTES = 16;
// asm-generic/fcntl.h, sys/eventfd.h
const [F_GETFL, F_SETFL, O_NONBLOCK, EFD_NONBLOCK, EFD_CLOEXEC] = [3, 4, 0o4000, 0o4000, 0o2000000];
/** How long a thread may take to let a descriptor go. It takes microseconds, unless a file system hangs under it. */
const LETS_GO_MS = 1_000;

export interface FdListener {
  /** What was read: at most `chunkBytes`, and whatever part of a record the kernel gave. */
  readonly bytes: (bytes: Uint8Array) => void;
  /** Nothing more comes from it. Once, and never after it was left. */
  readonly gone: (why: string) => void;
}

/** Descriptors that Node cannot wait for by itself: input devices, GPIO lines. */
export interface FdEvents {
  /**
   * Reads from now on whatever comes, and makes the descriptor non-blocking. Returns how to leave it: once that has
   * returned nobody touches the descriptor, and it may be closed. It is never closed here.
   */
  watch(fd: number, chunkBytes: number, listener: FdListener): () => void;
  /** Whether the listener of a descriptor has heard all that came until now. */
  isQuiet(fd: number): boolean;
  /** Leaves everything and ends the thread. */
  close(): Promise<void>;
}

interface Watch {
  readonly fd: number;
  readonly cells: Int32Array;
  readonly listener: FdListener;
}

interface Thread {
  readonly port: MessagePort;
  readonly wake: () => void;
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

const libc = koffi.load(null);
const eventfd = libc.func('int eventfd(unsigned int start, int flags)') as (start: number, flags: number) => number;
const fcntl = libc.func('int fcntl(int fd, int command, ...)') as (
  fd: number,
  command: number,
  type: 'int',
  argument: number,
) => number;
const poll = libc.func('int poll(void *fds, unsigned long count, int timeoutMs)') as (
  fds: Uint8Array,
  count: number,
  timeoutMs: number,
) => number;
const POLLIN = 1;
const ONE = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);

interface ThreadListener {
  readonly told: (message: FromThread) => void;
  readonly died: (why: string) => void;
  /** The process ends. */
  readonly ending: () => void;
}

const startThread = ({ told, died, ending }: ThreadListener): Thread => {
  const wakeFd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wakeFd < 0) throw new Error(`eventfd(2) failed: errno ${koffi.errno()}`);
  const control = new Int32Array(new SharedArrayBuffer(4));
  const { port1: port, port2 } = new MessageChannel();
  const workerData: PollThreadData = { wakeFd, control, port: port2 };
  const worker = new Worker(THREAD, {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, maxYoungGenerationSizeMb: 4 },
  });
  let over = false;
  const wake = (): void => {
    if (!over) writeSync(wakeFd, ONE);
  };
  const stop = (): void => {
    worker.ref(); // Whoever waits for its end has the process until then.
    Atomics.store(control, 0, 1);
    wake();
  };
  // Node waits for its threads when a process ends, and one that sleeps in the kernel would not hear of it.
  const atExit = (): void => {
    ending();
    stop();
  };
  process.once('exit', atExit);
  port.on('message', told);
  worker.on('error', (error: Error) => died(error.message));
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      over = true;
      process.off('exit', atExit);
      closeSync(wakeFd);
      port.close();
      died('the thread that waits for it ended');
      resolve();
    });
  });
  worker.unref();
  port.unref();
  return { port, wake, stop, ended };
};

/** Waits, for no longer than it takes, until the thread touches the descriptor no more. */
const leave = (cells: Int32Array, wake: () => void): void => {
  if (Atomics.exchange(cells, STATE, LEFT) === FORGOTTEN) return;
  wake();
  Atomics.wait(cells, STATE, LEFT, LETS_GO_MS);
};

const hasNothing = (fd: number): boolean => {
  const one = Buffer.alloc(8);
  one.writeInt32LE(fd);
  one.writeInt16LE(POLLIN, 4);
  return poll(one, 1, 0) === 0;
};

/**
 * One thread that sleeps in poll(2) on all of them together: nothing is compiled, Node's own few threads stay free, and
 * a sleeping thread is woken at once. It starts with the first watch, and never keeps a process alive. When it dies,
 * everything it watched is `gone` and the next watch starts another.
 */
export const openFdEvents = (): FdEvents => {
  let thread: Thread | undefined;
  let closed = false;
  let count = 0;
  const watches = new Map<number, Watch>();

  const told = (message: FromThread): void => {
    const watch = watches.get(message.id);
    if (watch === undefined) return; // It was left, and this was on its way.
    if ('gone' in message) {
      watches.delete(message.id);
      watch.listener.gone(message.gone);
      return;
    }
    if (Atomics.sub(watch.cells, UNTAKEN, 1) >= UNTAKEN_MAX) thread?.wake();
    watch.listener.bytes(message.bytes);
  };

  const died = (why: string): void => {
    thread = undefined;
    const lost = [...watches.values()];
    watches.clear();
    for (const { listener } of lost) listener.gone(why);
  };

  return {
    watch: (fd, chunkBytes, listener) => {
      if (closed) throw new Error('this was closed: nothing is watched any more');
      fcntl(fd, F_SETFL, 'int', fcntl(fd, F_GETFL, 'int', 0) | O_NONBLOCK);
      thread ??= startThread({ told, died, ending: () => watches.clear() });
      const on = thread;
      const id = ++count;
      const cells = new Int32Array(new SharedArrayBuffer(CELLS * 4));
      watches.set(id, { fd, cells, listener });
      on.port.postMessage({ id, fd, chunkBytes, cells } satisfies WatchOrder);
      on.wake();
      return () => {
        if (!watches.delete(id)) return;
        leave(cells, on.wake);
      };
    },
    // In this order: what the thread takes from the kernel after the first look shows in the second.
    isQuiet: (fd) =>
      hasNothing(fd) &&
      [...watches.values()].every(
        (watch) =>
          watch.fd !== fd ||
          (Atomics.load(watch.cells, STATE) === WATCHING && Atomics.load(watch.cells, UNTAKEN) === 0),
      ),
    close: async () => {
      closed = true;
      watches.clear();
      thread?.stop();
      await thread?.ended;
    },
  };
};
