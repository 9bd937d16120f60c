import { closeSync, read, writeSync } from 'node:fs';
import koffi from 'koffi';
import type { FuseFolder } from './node.ts';
import { createFuseSession } from './session.ts';

/** A FUSE connection that somebody with the right to do so has mounted for us: the open /dev/fuse, and where. */
export interface Mounted {
  readonly fd: number;
  readonly path: string;
}

/** More than any request may hold: `max_write` and its headers, rounded up to what the kernel insists on. */
const REQUEST_BYTES = 1 << 17;
/** umount2(2). */
const [MNT_FORCE, MNT_DETACH] = [1, 2];

type Umount = (path: string, flags: number) => number;
let umount2: Umount | undefined;

/**
 * Serves a file system until `close`, or until it is unmounted. INVARIANT: this process never opens a file below the
 * mount itself, since it would wait for its own answer.
 */
export const serveFuse = (
  root: FuseFolder,
  { fd, path }: Mounted,
  onGone: (why: string) => void,
): { close(): void } => {
  let closing = false;
  const session = createFuseSession({
    root,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    send: (bytes) => {
      try {
        writeSync(fd, bytes);
      } catch (error) {
        // ENOENT: whoever asked was interrupted and waits no more. ENODEV: unmounted, which the next read says.
        if (!isOneOf(error, 'ENOENT', 'ENODEV')) throw error;
      }
    },
  });
  const buffer = Buffer.alloc(REQUEST_BYTES);
  const next = () => read(fd, buffer, 0, buffer.length, null, onRead);
  const onRead = (error: NodeJS.ErrnoException | null, length: number) => {
    // ENOENT: a request was taken back before it was read.
    if (error !== null && !isOneOf(error, 'EINTR', 'ENOENT', 'EAGAIN')) return end(error.message);
    if (error === null) session.handle(Buffer.from(buffer.subarray(0, length)));
    next();
  };
  const end = (why: string) => {
    session.close();
    closeSync(fd);
    if (!closing) onGone(why);
  };
  next();
  return {
    close: () => {
      closing = true;
      umount2 ??= koffi.load(null).func('int umount2(const char *, int)') as unknown as Umount;
      // Forced, so that the read above comes back, and callers get an error instead of waiting for ever.
      umount2(path, MNT_FORCE | MNT_DETACH);
    },
  };
};

const isOneOf = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
