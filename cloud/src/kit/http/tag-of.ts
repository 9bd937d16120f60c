import { createHash } from 'node:crypto';

const DIGITS = 16;

/** A short text that is the same for what is the same, on every replica: what a request names as `ifSeen`. */
export const tagOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGITS);
