import { createHash, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of base 62 carry 256 bits. */
const SECRET_LENGTH = 43;
const SECRET = /^[0-9A-Za-z]{43}$/;
const PREFIX_LENGTH = 8;

/** A secret of 256 random bits. */
export const newSecretText = (random: RandomBytes): string => {
  let secret = '';
  while (secret.length < SECRET_LENGTH)
    for (const byte of random(64)) if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62[byte % 62];
  return secret;
};

/** `<kind>_` and such a secret. */
export const newKeyText = (kind: string, random: RandomBytes): string => `${kind}_${newSecretText(random)}`;

/** The first characters of the secret, which a key is looked up by and shown as; `undefined` when the text is no key of this kind. */
export const keyPrefix = (kind: string, text: string): string | undefined => {
  const secret = text.startsWith(`${kind}_`) ? text.slice(kind.length + 1) : '';
  return SECRET.test(secret) ? secret.slice(0, PREFIX_LENGTH) : undefined;
};

/** All that is kept of a key: SHA-256, hex. */
export const hashKeyText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Compares a key with a stored hash in constant time. */
export const keyMatches = (text: string, hash: string): boolean =>
  timingSafeEqual(createHash('sha256').update(text).digest(), Buffer.from(hash, 'hex'));
