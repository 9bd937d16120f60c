import type { Received } from './stand-in.ts';

const ENTRIES_MAX = 200;
const BYTES_MAX = 32 * 1024 * 1024;

/** What came, within bounds: whoever calls a stand-in for days must not fill its memory. */
export const createLog = <Entry extends Received>(sizeOf: (entry: Entry) => number) => {
  const entries: Entry[] = [];
  let bytes = 0;
  return {
    entries: entries as readonly Entry[],
    add: (entry: Entry): void => {
      entries.push(entry);
      bytes += sizeOf(entry);
      while (entries.length > ENTRIES_MAX || (bytes > BYTES_MAX && entries.length > 1)) {
        const oldest = entries.shift();
        bytes -= oldest === undefined ? 0 : sizeOf(oldest);
      }
    },
  };
};
