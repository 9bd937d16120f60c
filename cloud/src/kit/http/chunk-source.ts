import type { Chunks } from './media.ts';

/** What an answer is read from, until it ends or nobody wants it any more. */
export interface ChunkSource {
  /** The next chunk; done as soon as it is closed, whatever the source is waiting for. */
  next(): Promise<IteratorResult<Uint8Array | string, unknown>>;
  /** Ends the source: by its signal at once, and by `return` where it waits between two chunks. Safe to call twice. */
  close(): void;
}

/** What an iterator throws at once is what its promise rejects with. */
const soon = async <T>(run: () => T) => run();

/** Made once: an error of its own for each, with its stack, would cost more than to close it. */
const NOT_WANTED = new DOMException('Nobody wants the rest.', 'AbortError');
const DONE = { done: true, value: undefined } as const;

export const chunkSource = (read: (signal: AbortSignal) => Chunks): ChunkSource => {
  const aborter = new AbortController();
  const chunks = read(aborter.signal);
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let closed = false;
  let giveUp = (): void => undefined;
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (closed) return resolve(DONE);
        giveUp = () => resolve(DONE);
        soon(() => iterator.next()).then(resolve, reject);
      }),
    close: () => {
      if (closed) return;
      closed = true;
      aborter.abort(NOT_WANTED);
      giveUp();
      // What it does as it ends is nobody's any more.
      soon(() => iterator.return?.()).catch(() => undefined);
    },
  };
};
