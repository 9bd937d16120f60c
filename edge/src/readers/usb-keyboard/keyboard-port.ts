import { closeSync, constants, openSync } from 'node:fs';
import { getSystemErrorName } from 'node:util';
import { type FdListener, openFdEvents } from '../../drivers/fd-events/fd-events.ts';
import { koffi } from '../../drivers/fd-events/koffi.ts';

/** Keyboards as the kernel gives them (linux/input.h): by descriptors. */
export interface KeyboardPort {
  /** Opens a keyboard and takes it for this process alone. Throws an error with the kernel's `code`, and then has nothing open. */
  take(path: string): number;
  /** As `FdEvents.watch`. */
  watch(fd: number, chunkBytes: number, listener: FdListener): () => void;
  /** Lets a keyboard go: it types for everybody again. */
  release(fd: number): void;
  close(): Promise<void>;
}

/** _IOW('E', 0x90, int), `EVIOCGRAB`. The kernel looks only whether there is an argument; a number to copy is right everywhere. */
const EVIOCGRAB = 0x40044590;
const ioctl = koffi.load(null).func('int ioctl(int fd, unsigned long request, void *argument)') as (
  fd: number,
  request: number,
  argument: Uint8Array,
) => number;

export const openKeyboardPort = (): KeyboardPort => {
  const events = openFdEvents();
  return {
    take: (path) => {
      const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      if (ioctl(fd, EVIOCGRAB, Buffer.from(Int32Array.of(1).buffer)) >= 0) return fd;
      const code = getSystemErrorName(-koffi.errno());
      closeSync(fd);
      throw Object.assign(new Error(`EVIOCGRAB failed: ${code}`), { code });
    },
    watch: events.watch,
    release: closeSync,
    close: events.close,
  };
};
