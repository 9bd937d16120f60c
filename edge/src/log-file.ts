import { basename, dirname, resolve, sep } from 'node:path';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** Sixty megabytes at most: the file that is written and five older ones, `FILE.1` to `FILE.5`. */
const SIZE = '10M';
const OLDER_FILES = 5;
/** What a disk that stands still may have waiting; what comes beyond it is counted and dropped. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;
const OPENED_AGAIN_AFTER = Minutes(1);

export interface LogFile {
  write(line: string): void;
  /** Resolves when what was written is with the operating system. */
  close(): Promise<void>;
}

/**
 * A log that is a file and never grows beyond its bounds. A disk that takes nothing costs log lines and nothing else:
 * `onTrouble` is told, and the file is tried again every minute.
 */
export const openLogFile = (
  file: string,
  deps: { readonly clock: Clock; readonly onTrouble: (why: string) => void; readonly size?: `${number}${'K' | 'M'}` },
): LogFile => {
  const { clock, onTrouble, size = SIZE } = deps;
  let stream: RotatingFileStream | undefined;
  let again: Timer | undefined;
  let dropped = 0;

  const open = (): void => {
    const opened = createStream(
      // In classical rotation the argument is the number of the older file.
      (older: unknown) => (older === null ? basename(file) : `${basename(file)}.${String(older)}`),
      { path: dirname(resolve(file)) + sep, size, rotate: OLDER_FILES, mode: 0o600 },
    );
    opened.on('error', (error) => lost(error.message));
    opened.on('warning', (error) => onTrouble(`The log file could not be rotated: ${error.message}`));
    stream = opened;
  };
  const lost = (why: string): void => {
    if (stream === undefined) return;
    stream = undefined;
    onTrouble(`The log file cannot be written, and is tried again every minute: ${why}`);
    again = clock.after(OPENED_AGAIN_AFTER, open);
  };
  open();
  return {
    write: (line) => {
      if (stream === undefined || stream.writableLength > WAITING_MAX_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0)
        stream.write(`${JSON.stringify({ level: 40, msg: 'Log lines were dropped.', lines: dropped })}\n`);
      dropped = 0;
      stream.write(line);
    },
    close: () => {
      again?.cancel();
      const closing = stream;
      stream = undefined;
      return closing === undefined ? Promise.resolve() : new Promise((done) => closing.end(() => done()));
    },
  };
};
