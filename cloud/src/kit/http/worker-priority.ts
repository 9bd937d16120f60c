import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Others get three times as much of a core that is wanted by both; a core that nobody wants is used in full (sched(7)). */
const NICENESS = 5;

/**
 * Lets the other threads of this process, and other processes, go before the calling one from now on. On Linux a thread has a
 * niceness of its own (setpriority(2), notes); elsewhere, and where it may not be set, nothing changes.
 */
export const lowerWorkerPriority = (): void => {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1); // proc(5): `<process>/task/<thread>`
    setPriority(Number(thread), NICENESS);
  } catch {
    // It is only slower for others then.
  }
};
