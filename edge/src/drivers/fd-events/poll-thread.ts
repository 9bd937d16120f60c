import { readSync } from 'node:fs';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import koffi from 'koffi';
import {
  FORGOTTEN,
  type FromThread,
  LEFT,
  type PollThreadData,
  READING,
  STATE,
  UNTAKEN,
  UNTAKEN_MAX,
  WATCHING,
  type WatchOrder,
} from './poll-messages.ts';

// asm-generic/poll.h, errno.h
const [POLLIN, POLLERR, POLLHUP, POLLNVAL, EINTR] = [0x1, 0x8, 0x10, 0x20, 4];
const POLLFD_BYTES = 8;
/** The thread is woken whenever there is something to do; this is for a process that ends without a word. */
const SLEEP_MS_MAX = 1_000;

const { wakeFd, control, port } = workerData as PollThreadData;
const poll = koffi.load(null).func('int poll(void *fds, unsigned long count, int timeoutMs)') as (
  fds: Uint8Array,
  count: number,
  timeoutMs: number,
) => number;
const watches = new Set<WatchOrder>();
const wakeups = Buffer.alloc(8);

const say = (message: FromThread): void =>
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : undefined);

const forget = (watch: WatchOrder): void => {
  watches.delete(watch);
  Atomics.store(watch.cells, STATE, FORGOTTEN);
  Atomics.notify(watch.cells, STATE);
};

const takeOrders = (): void => {
  for (let order = receiveMessageOnPort(port); order !== undefined; order = receiveMessageOnPort(port))
    watches.add(order.message as WatchOrder);
  for (const watch of watches) if (Atomics.load(watch.cells, STATE) === LEFT) forget(watch);
};

/** Chunks are copies of their own, so that they can be given away. `undefined`: there is nothing to read now. */
const read = ({ fd, chunkBytes }: WatchOrder): Uint8Array<ArrayBuffer> | undefined => {
  const bytes = new Uint8Array(chunkBytes);
  try {
    return bytes.slice(0, readSync(fd, bytes, 0, chunkBytes, null));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
};

const look = (watch: WatchOrder, events: number): void => {
  const { id, cells } = watch;
  if (Atomics.compareExchange(cells, STATE, WATCHING, READING) !== WATCHING) return; // It was left meanwhile.
  let gone: string | undefined;
  try {
    const bytes = (events & POLLNVAL) === 0 ? read(watch) : undefined;
    if (bytes === undefined) gone = (events & (POLLERR | POLLHUP | POLLNVAL)) === 0 ? undefined : 'it hung up';
    else if (bytes.length === 0) gone = 'it ended';
    else {
      Atomics.add(cells, UNTAKEN, 1);
      say({ id, bytes });
    }
  } catch (error) {
    gone = (error as Error).message;
  }
  Atomics.compareExchange(cells, STATE, READING, WATCHING); // Unless it was left meanwhile.
  if (gone === undefined) return;
  forget(watch);
  say({ id, gone });
};

const round = (): void => {
  const listening = [...watches].filter(({ cells }) => Atomics.load(cells, UNTAKEN) < UNTAKEN_MAX);
  const fds = Buffer.alloc((1 + listening.length) * POLLFD_BYTES);
  for (const [i, fd] of [wakeFd, ...listening.map((watch) => watch.fd)].entries()) {
    fds.writeInt32LE(fd, i * POLLFD_BYTES);
    fds.writeInt16LE(POLLIN, i * POLLFD_BYTES + 4);
  }
  if (poll(fds, 1 + listening.length, SLEEP_MS_MAX) < 0) {
    if (koffi.errno() !== EINTR) throw new Error(`poll(2) failed: errno ${koffi.errno()}`);
    return;
  }
  const eventsOf = (i: number) => fds.readInt16LE(i * POLLFD_BYTES + 6);
  if (eventsOf(0) !== 0) readSync(wakeFd, wakeups);
  for (const [i, watch] of listening.entries()) {
    const events = eventsOf(i + 1);
    if (events !== 0) look(watch, events);
  }
};

while (Atomics.load(control, 0) === 0) {
  takeOrders();
  round();
}
for (const watch of watches) forget(watch);
