import type { Log } from '../log.ts';

/** A log that nobody reads. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
