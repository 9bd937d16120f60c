import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import koffi from 'koffi';

/** The two ends of a pseudo terminal: we hold the master, a client opens `path` as if it were a serial port. */
export interface Pty {
  readonly path: string;
  /** What the client set the port to; the kernel keeps the number though no wire obeys it. */
  baud(): number;
  /** Writes what fits; what the client does not read in time is lost, as in a UART. Returns how much went. */
  write(bytes: Uint8Array): number;
  close(): void;
}

export interface PtyDeps {
  readonly onData: (bytes: Uint8Array) => void;
}

// asm-generic/ioctls.h and termbits.h, the same on x64, arm64 and arm.
const TIOCSPTLCK = 0x40045431;
const TIOCGPTN = 0x80045430;
const TCGETS2 = 0x802c542a;
const TCSETS2 = 0x402c542b;
const TERMIOS2_SIZE = 44;
const CFLAG_AT = 8;
const CC_AT = 17;
const ISPEED_AT = 36;
const OSPEED_AT = 40;
const PIECE_BYTES = 512;
const [VTIME, VMIN] = [5, 6];
const [CLOCAL, CREAD, CS8, BOTHER] = [0o4000, 0o200, 0o60, 0o10000];

type Ioctl = (fd: number, request: number, argument: Buffer) => number;
let loaded: Ioctl | undefined;
const ioctl = (fd: number, request: number, argument: Buffer): void => {
  loaded ??= koffi.load(null).func('int ioctl(int, unsigned long, void *)') as unknown as Ioctl;
  if (loaded(fd, request, argument) !== 0)
    throw new Error(`ioctl 0x${request.toString(16)} on a pseudo terminal failed`);
};

/** No echo, no line editing, 8N1: bytes pass as they are. */
const rawMode = (slave: number, baud: number): void => {
  const termios = Buffer.alloc(TERMIOS2_SIZE);
  termios.writeUInt32LE(CLOCAL | CREAD | CS8 | BOTHER, CFLAG_AT);
  termios[CC_AT + VMIN] = 1;
  termios[CC_AT + VTIME] = 0;
  termios.writeUInt32LE(baud, ISPEED_AT);
  termios.writeUInt32LE(baud, OSPEED_AT);
  ioctl(slave, TCSETS2, termios);
};

/**
 * What can be read at once. The kernel hands over in two pieces what crosses the end of one of its buffers; were the
 * second read a turn of the event loop later, a busy machine would put a pause into a frame that was written as one.
 */
const readyNow = (master: number): Buffer[] => {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.alloc(PIECE_BYTES);
    try {
      const length = readSync(master, piece);
      if (length === 0) return pieces;
      pieces.push(piece.subarray(0, length));
    } catch {
      return pieces; // Nothing more (EAGAIN), or a hang-up, which the stream tells of.
    }
  }
};

/** Opens a new pseudo terminal in raw mode. Linux only. */
export const openPty = (baud: number, { onData }: PtyDeps): Pty => {
  const master = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  ioctl(master, TIOCSPTLCK, Buffer.alloc(4));
  const number = Buffer.alloc(4);
  ioctl(master, TIOCGPTN, number);
  const path = `/dev/pts/${number.readUInt32LE(0)}`;
  // Kept open, so that a client that goes away is not a hang-up for the master.
  const slave = openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  rawMode(slave, baud);
  const reader = new ReadStream(master);
  reader.on('data', (first: Buffer) => onData(Buffer.concat([first, ...readyNow(master)])));
  // A hang-up while we close; anything else shows as silence, which masters must bear anyway.
  reader.on('error', () => undefined);
  let open = true;
  return {
    path,
    baud: () => {
      const termios = Buffer.alloc(TERMIOS2_SIZE);
      ioctl(master, TCGETS2, termios);
      return termios.readUInt32LE(OSPEED_AT) || baud;
    },
    write: (bytes) => {
      try {
        return open ? writeSync(master, bytes) : 0;
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EIO')) return 0;
        throw error;
      }
    },
    close: () => {
      if (!open) return;
      open = false;
      closeSync(slave);
      reader.destroy();
    },
  };
};
