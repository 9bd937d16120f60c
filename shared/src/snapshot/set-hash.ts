import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../json/canonical.ts';
import type { EntryKind } from './entries.ts';

const SPACE = 1n << 256n;

/** SHA-256 over the canonical JSON of `[kind, id, data]`. */
export const entryDigest = (kind: EntryKind, id: string, data: Json): Buffer =>
  createHash('sha256')
    .update(canonicalJson([kind, id, data]))
    .digest();

/**
 * The hash of a set of entries: the sum of their digests modulo 2^256, so that a change costs as much as what changed. It
 * tells that two honest ends hold the same; who may write entries is decided elsewhere.
 */
export interface SetHash {
  add(digest: Uint8Array): void;
  remove(digest: Uint8Array): void;
  /** 64 hex digits. */
  text(): string;
}

/** Goes on from `from`, 64 hex digits; the empty set's hash is 0. */
export const setHash = (from = '0'): SetHash => {
  let sum = BigInt(`0x${from}`);
  const numberOf = (digest: Uint8Array): bigint => BigInt(`0x${Buffer.from(digest).toString('hex')}`);
  return {
    add: (digest) => {
      sum = (sum + numberOf(digest)) % SPACE;
    },
    remove: (digest) => {
      sum = (sum - numberOf(digest) + SPACE) % SPACE;
    },
    text: () => sum.toString(16).padStart(64, '0'),
  };
};
