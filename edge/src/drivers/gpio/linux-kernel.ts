import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { getSystemErrorName } from 'node:util';
import { openFdEvents } from '../fd-events/fd-events.ts';
import { koffi } from '../fd-events/koffi.ts';
import type { GpioKernel } from './kernel.ts';

const ioctl = koffi.load(null).func('int ioctl(int fd, unsigned long request, void *argument)') as (
  fd: number,
  request: number,
  argument: Uint8Array,
) => number;

export const openLinuxKernel = (): GpioKernel => {
  const events = openFdEvents();
  return {
    chipPaths: () =>
      readdirSync('/dev')
        .filter((name) => /^gpiochip\d+$/.test(name))
        .map((name) => `/dev/${name}`),
    open: (path) => openSync(path, constants.O_RDWR),
    ioctl: (fd, request, bytes) => {
      if (ioctl(fd, request, bytes) >= 0) return;
      const code = getSystemErrorName(-koffi.errno());
      throw Object.assign(new Error(`ioctl 0x${request.toString(16)} failed: ${code}`), { code });
    },
    close: closeSync,
    watch: events.watch,
    isQuiet: events.isQuiet,
    readText: (path) => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
    shutDown: events.close,
  };
};
