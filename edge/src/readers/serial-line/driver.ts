import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Bus, BusDriver, DriverContext } from '../../drivers/driver.ts';
import { noBoard } from '../../drivers/no-board.ts';
import { openSerialWire } from '../../drivers/serial/serial-wire.ts';
import type { Wire } from '../../drivers/serial/wire.ts';
import { createLines } from '../lines.ts';
import type { Reader, ReaderListener } from '../reader.ts';
import { SerialLineConfig } from './config.ts';

/** A line that could not be opened by then counts as lost. */
const OPENED_WITHIN = Seconds(1);
const NO_BOARD = 'there are no relays on a scanner';
// ISO/IEC 646 control characters: some scanners put a line between STX and ETX.
const [STX, ETX, LF, CR] = [0x02, 0x03, 0x0a, 0x0d];

/** Scanners of QR codes and cards on a serial port that send lines, and hear nothing. */
export const serialLine: BusDriver<SerialLineConfig> = {
  kind: 'serial-line',
  config: SerialLineConfig,
  open: (config, context) => serialLineOn(openSerialWire(config, context), context),
};

/** The same on any wire. What is not plain text, such as a line at another speed, makes a line that nobody reads. */
export const serialLineOn = (wire: Wire, { clock, log }: Pick<DriverContext, 'clock' | 'log'>): Bus => {
  let listener: ReaderListener | undefined;
  let state: 'unknown' | 'online' | 'lost' = 'unknown';
  const lines = createLines(clock, {
    line: (text) => listener?.took({ kind: 'line', text }, clock.monoMs()),
    // An empty line is no card: whoever stands there hears that it was not read.
    spoilt: () => listener?.took({ kind: 'line', text: '' }, clock.monoMs()),
  });

  const become = (next: 'online' | 'lost'): void => {
    if (state === next) return;
    state = next;
    // What the system kept for whoever opens the line is of somebody who has gone. Counted from the opening itself: a card
    // that is presented later is heard.
    lines.distrust();
    listener?.changed();
  };
  const missing = clock.after(OPENED_WITHIN, () => {
    if (!wire.up) become('lost');
  });

  const hear = (byte: number): void => {
    if (byte === CR || byte === LF || byte === ETX) lines.end();
    else if (byte >= 0x20 && byte < 0x7f) lines.add(String.fromCharCode(byte));
    else if (byte !== STX) lines.spoil();
  };
  wire.listen({
    up: () => become('online'),
    bytes: (bytes) => {
      become('online');
      for (const byte of bytes) hear(byte);
    },
    down: (why) => {
      log.warn({ why }, 'a scanner’s line went away');
      become('lost');
    },
  });
  if (wire.up) become('online');

  const reader: Reader = {
    listen: (next) => {
      listener = next;
    },
    show: () => undefined, // There is no lamp that could be told.
    standing: () => ({
      state,
      tampered: false,
      secure: false,
      trouble: state === 'lost' ? 'its serial line is not there' : null,
    }),
  };
  const board = noBoard(NO_BOARD);
  return {
    board: () => board,
    reader: (unit) => (unit === 1 ? reader : undefined),
    close: async () => {
      missing.cancel();
      listener = undefined;
      await wire.close();
    },
  };
};
