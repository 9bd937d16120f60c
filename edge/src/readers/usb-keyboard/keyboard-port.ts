import { closeSync, constants, openSync } from 'node:fs';
import { type FdListener, openFdEvents } from '../../drivers/fd-events/fd-events.ts';
import { ioctl } from '../../drivers/fd-events/ioctl.ts';

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

export const openKeyboardPort = (): KeyboardPort => {
  const events = openFdEvents();
  return {
    take: (path) => {
      const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
      try {
        ioctl(fd, EVIOCGRAB, Buffer.from(Int32Array.of(1).buffer));
        return fd;
      } catch (error) {
        closeSync(fd);
        throw error;
      }
    },
    watch: events.watch,
    release: closeSync,
    close: events.close,
  };
};
