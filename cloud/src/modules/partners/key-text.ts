import { createHash, timingSafeEqual } from 'node:crypto';
import { type RandomBytes, systemRandom } from '@gatehouse/shared/ids/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base 62 carry 256 bits. */
const SECRET_LENGTH = 43;
const PREFIX_LENGTH = 8;
const KEY = /^sk_(live|dryrun|read-only)_([0-9A-Za-z]{43})$/;

export type KeyType = 'live' | 'dryrun' | 'read-only';

export const newKeyText = (type: KeyType, random: RandomBytes = systemRandom): string => {
  let secret = '';
  while (secret.length < SECRET_LENGTH)
    for (const byte of random(64)) if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62[byte % 62];
  return `sk_${type}_${secret}`;
};

/** The type and the look-up prefix of a key, or `undefined` when the text is not a key at all. */
export const parseKeyText = (text: string): { readonly type: KeyType; readonly prefix: string } | undefined => {
  const match = KEY.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { type: match[1] as KeyType, prefix: match[2].slice(0, PREFIX_LENGTH) };
};

export const hashKeyText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Compares a key with a stored hash in constant time. */
export const keyMatches = (text: string, hash: string): boolean =>
  timingSafeEqual(createHash('sha256').update(text).digest(), Buffer.from(hash, 'hex'));
