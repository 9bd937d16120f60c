import type { FdListener } from '../fd-events/fd-events.ts';

/** What is asked of the operating system. Refusals are thrown as Node's own errors, with their `code`. */
export interface GpioKernel {
  /** Where chips may be found. */
  chipPaths(): readonly string[];
  open(path: string): number;
  /** Writes its answer into `bytes`. */
  ioctl(fd: number, request: number, bytes: Uint8Array): void;
  close(fd: number): void;
  /** As in `FdEvents`. */
  watch(fd: number, chunkBytes: number, listener: FdListener): () => void;
  /** Whether nothing has come from a watched descriptor that was not listened to yet. */
  isQuiet(fd: number): boolean;
  /** Text of a file of the system; undefined where there is none. */
  readText(path: string): string | undefined;
  shutDown(): Promise<void>;
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
