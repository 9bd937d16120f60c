import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs';
import { openFdEvents } from '../fd-events/fd-events.ts';
import { ioctl } from '../fd-events/ioctl.ts';
import type { GpioKernel } from './kernel.ts';

export const openLinuxKernel = (): GpioKernel => {
  const events = openFdEvents();
  return {
    chipPaths: () =>
      readdirSync('/dev')
        .filter((name) => /^gpiochip\d+$/.test(name))
        .map((name) => `/dev/${name}`),
    open: (path) => openSync(path, constants.O_RDWR),
    ioctl,
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
