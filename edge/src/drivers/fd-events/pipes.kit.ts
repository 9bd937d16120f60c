import { closeSync } from 'node:fs';
import koffi from 'koffi';

const libc = koffi.load(null);
const pipe2 = libc.func('int pipe2(_Out_ int *fds, int flags)') as (fds: number[], flags: number) => number;
const ioctl = libc.func('int ioctl(int fd, unsigned long request, void *argument)') as (
  fd: number,
  request: number,
  argument: Uint8Array,
) => number;
// asm-generic/ioctls.h
const FIONREAD = 0x541b;

/** A pipe of the kernel's: what a descriptor is that somebody writes to. */
export const openPipe = () => {
  const fds = [-1, -1];
  if (pipe2(fds, 0) !== 0) throw new Error('this system gives out no pipes');
  const [read = -1, write = -1] = fds;
  return {
    read,
    write,
    /** How many bytes nobody has read yet. */
    waiting: (): number => {
      const count = Buffer.alloc(4);
      ioctl(read, FIONREAD, count);
      return count.readInt32LE(0);
    },
    close: () => {
      closeSync(read);
      closeSync(write);
    },
  };
};
