import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Bus, BusDriver, DriverContext } from '../../drivers/driver.ts';
import type { FdListener } from '../../drivers/fd-events/fd-events.ts';
import { noBoard } from '../../drivers/no-board.ts';
import { createLines } from '../lines.ts';
import type { Reader, ReaderListener } from '../reader.ts';
import { UsbKeyboardConfig } from './config.ts';
import { createInputEvents, eventBytes } from './input-events.ts';
import { type KeyboardPort, openKeyboardPort } from './keyboard-port.ts';

const BACK_OFF_MS_MIN = 100;
const BACK_OFF_MS_MAX = 2_000;
/** More than the kernel keeps for one who listens. */
const EVENTS_A_CHUNK = 64;

/** In words that say what to do; anything else as the system says it. */
const TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'it is not plugged in, or has another path',
  ENODEV: 'it was pulled out',
  EACCES: 'this user may not read it: it takes the group that owns it, which is mostly `input`',
  EBUSY: 'another program has this keyboard for itself',
  ENOTTY: 'its path is no keyboard',
  EINVAL: 'its path is no keyboard',
};

/** Readers that pretend to be a keyboard. */
export const usbKeyboard: BusDriver<UsbKeyboardConfig> = {
  kind: 'usb-keyboard',
  config: UsbKeyboardConfig,
  open: (config, context) => usbKeyboardOn(openKeyboardPort(), config, context),
};

/**
 * The same on any port. Nothing is read of a keyboard that is not this process's alone: what it types would go to whatever
 * else listens, a console among them.
 */
export const usbKeyboardOn = (
  port: KeyboardPort,
  { path }: UsbKeyboardConfig,
  { clock, log }: Pick<DriverContext, 'clock' | 'log'>,
  arch: NodeJS.Architecture = process.arch,
): Bus => {
  let listener: ReaderListener | undefined;
  let state: 'unknown' | 'online' | 'lost' = 'unknown';
  let trouble: string | null = null;
  let backOffMs = BACK_OFF_MS_MIN;
  let retry: Timer | undefined;
  let leave: (() => void) | undefined;
  let closed = false;
  const size = eventBytes(arch);
  const lines = createLines(clock, {
    line: (text) => listener?.took({ kind: 'line', text }, clock.monoMs()),
    // An empty line is no card: whoever stands there hears that it was not read.
    spoilt: () => listener?.took({ kind: 'line', text: '' }, clock.monoMs()),
  });

  const become = (next: 'online' | 'lost', why: string | null): void => {
    if (state === next && trouble === why) return;
    if (next === 'lost') log.warn({ path, why }, 'a reader that is a keyboard is not there; trying on');
    else log.info({ path }, 'a reader that is a keyboard is there');
    state = next;
    trouble = why;
    listener?.changed();
  };

  const lost = (why: string): void => {
    leave?.();
    leave = undefined;
    if (closed) return;
    retry = clock.after(Milliseconds(backOffMs), open);
    backOffMs = Math.min(BACK_OFF_MS_MAX, backOffMs * 2);
    become('lost', why);
  };

  /** A keyboard that cannot be waited for must not stay taken: the next try would find it in use, by ourselves. */
  const watch = (fd: number, heard: FdListener): (() => void) => {
    try {
      return port.watch(fd, size * EVENTS_A_CHUNK, heard);
    } catch (error) {
      port.release(fd);
      throw error;
    }
  };

  const listenTo = (fd: number): void => {
    const events = createInputEvents(size, lines);
    // It may be in the middle of a number.
    lines.distrust();
    // What went wrong begins with the kernel's name for it.
    const gone = (why: string) => lost(TROUBLE[why.split(':')[0] ?? ''] ?? why);
    const stop = watch(fd, { bytes: events.take, gone });
    leave = () => {
      stop();
      port.release(fd);
    };
    backOffMs = BACK_OFF_MS_MIN;
    become('online', null);
  };

  const open = (): void => {
    try {
      listenTo(port.take(path));
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      lost(TROUBLE[code] ?? message);
    }
  };
  open();

  const reader: Reader = {
    listen: (next) => {
      listener = next;
    },
    show: () => undefined, // There is no lamp that could be told.
    standing: () => ({ state, tampered: false, secure: false, trouble }),
  };
  const board = noBoard('there are no relays on a keyboard');
  return {
    board: () => board,
    reader: (unit) => (unit === 1 ? reader : undefined),
    close: async () => {
      closed = true;
      retry?.cancel();
      listener = undefined;
      leave?.();
      leave = undefined;
      await port.close();
    },
  };
};
