import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { SerialPort } from 'serialport';
import type { DriverContext } from '../driver.ts';
import type { SerialSettings } from './settings.ts';
import type { Wire, WireListener } from './wire.ts';

const BACK_OFF_MS_MIN = 100;
const BACK_OFF_MS_MAX = 2_000;

/**
 * A serial port that comes back: opened by path, again and again with growing pauses, for as long as it is not closed.
 * Modem lines are left alone; they fail on pseudo-terminals and on some adapters.
 */
export const openSerialWire = (config: SerialSettings, { clock, log }: Pick<DriverContext, 'clock' | 'log'>): Wire => {
  let port: SerialPort | undefined; // Only while it is open.
  let listener: WireListener = { bytes: () => undefined, down: () => undefined };
  let backOffMs = BACK_OFF_MS_MIN;
  let retry: Timer | undefined;
  let closed = false;
  let complained = false;

  const later = (why: string): void => {
    if (closed) return;
    if (!complained) log.warn({ path: config.path, why }, 'serial line is not there; trying on');
    complained = true;
    retry = clock.after(Milliseconds(backOffMs), open);
    backOffMs = Math.min(BACK_OFF_MS_MAX, backOffMs * 2);
  };

  const lost = (gone: SerialPort, why: string): void => {
    if (port !== gone) return;
    port = undefined;
    listener.down(why);
    if (gone.isOpen) gone.close(() => undefined);
    later(why);
  };

  const opened = (fresh: SerialPort): void => {
    if (closed) {
      fresh.close(() => undefined);
      return;
    }
    port = fresh;
    backOffMs = BACK_OFF_MS_MIN;
    complained = false;
    log.info({ path: config.path, baud: config.baud }, 'serial line is open');
    listener.up?.();
  };

  const open = (): void => {
    const fresh = new SerialPort({ path: config.path, baudRate: config.baud, autoOpen: false });
    fresh.on('data', (bytes: Uint8Array) => {
      if (port === fresh) listener.bytes(bytes);
    });
    fresh.on('error', (error: Error) => lost(fresh, error.message));
    fresh.on('close', (error?: Error | null) => lost(fresh, error?.message ?? 'the serial line closed'));
    fresh.on('end', () => lost(fresh, 'the serial line ended'));
    fresh.open((error) => (error ? later(error.message) : opened(fresh)));
  };
  open();

  return {
    get up() {
      return port !== undefined;
    },
    flush: () =>
      new Promise((resolve) => {
        // An error here is an error of the line, which reports itself.
        if (port?.isOpen) port.flush(() => resolve());
      }),
    send: (bytes, handed) => {
      if (port?.isOpen) port.write(bytes, (error) => (error ? undefined : handed()));
    },
    abandon: (why) => {
      if (port !== undefined) lost(port, why);
    },
    listen: (next) => {
      listener = next;
    },
    close: () =>
      new Promise((resolve) => {
        closed = true;
        retry?.cancel();
        const last = port;
        port = undefined;
        if (last?.isOpen) last.close(() => resolve());
        else resolve();
      }),
  };
};
