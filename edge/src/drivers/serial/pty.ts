import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import koffi from 'koffi';

/** The far end of a serial line for tests: a pseudo-terminal whose path the driver opens like any serial port. */
export interface Pty {
  readonly path: string;
  onBytes: (bytes: Uint8Array) => void;
  write(bytes: Uint8Array): void;
  /** Hangs up, as pulling an adapter does. */
  unplug(): void;
}

// asm-generic/ioctls.h
const TIOCSPTLCK = 0x40045431;
const TIOCGPTN = 0x80045430;

const ioctl = koffi.load(null).func('int ioctl(int, unsigned long, void *)');

export const openPty = (): Pty => {
  const fd = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  const number = Buffer.alloc(4);
  if (ioctl(fd, TIOCSPTLCK, Buffer.alloc(4)) !== 0 || ioctl(fd, TIOCGPTN, number) !== 0)
    throw new Error('this system gives out no pseudo-terminals');
  const path = `/dev/pts/${number.readUInt32LE(0)}`;
  // One open end of ours keeps the line standing while the driver closes and reopens its own.
  const keeper = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  const stream = new ReadStream(fd);
  const pty: Pty = {
    path,
    onBytes: () => undefined,
    write: (bytes) => void writeSync(fd, bytes),
    unplug: () => {
      closeSync(keeper);
      stream.destroy();
    },
  };
  stream.on('error', () => undefined); // EIO once the line is down.
  stream.on('data', (bytes) => pty.onBytes(bytes));
  return pty;
};
