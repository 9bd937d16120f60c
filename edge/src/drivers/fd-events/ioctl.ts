import { getSystemErrorName } from 'node:util';
import { koffi } from './koffi.ts';

const call = koffi.load(null).func('int ioctl(int fd, unsigned long request, void *argument)') as (
  fd: number,
  request: number,
  argument: Uint8Array,
) => number;

/** ioctl(2), which reads and writes `bytes`. Throws an error with the kernel's `code`, as Node's own calls do. */
export const ioctl = (fd: number, request: number, bytes: Uint8Array): void => {
  if (call(fd, request, bytes) >= 0) return;
  const code = getSystemErrorName(-koffi.errno());
  throw Object.assign(new Error(`ioctl 0x${request.toString(16)} failed: ${code}`), { code });
};
