import { createHmac, type KeyObject } from 'node:crypto';
import type { CredentialKind } from './entries.ts';

/**
 * What is kept of something that people present: 128 bits of an HMAC-SHA-256 under the facility's credential key, as 22
 * characters of base64url. `text` is in the kind's own form: see `cardText`, `memberText`, `shortIdText`. Whoever hashes many
 * makes a key object of the key first: Node takes eight times as long to begin with bytes.
 */
export const presentedHash = (credentialKey: Uint8Array | KeyObject, kind: CredentialKind, text: string): string =>
  createHmac('sha256', credentialKey).update(`${kind}\0${text}`).digest().subarray(0, 16).toString('base64url');

/**
 * A card's number as every reader means it: the bytes that the card gave, in upper-case hex without leading zeros.
 * Undefined for what is no such number.
 */
export const cardText = (hex: string): string | undefined => {
  const plain = hex.replace(/[\s:-]/g, '').toUpperCase();
  if (!/^[0-9A-F]{1,64}$/.test(plain)) return undefined;
  return plain.replace(/^0+(?=.)/, '');
};

/** A partner's own id of a member, which means nothing without the partner. */
export const memberText = (source: number, memberId: string): string => `${source}\0${memberId}`;

/** A number that somebody types before their PIN: digits only, and leading zeros count. */
export const shortIdText = (digits: string): string | undefined => (/^\d{3,10}$/.test(digits) ? digits : undefined);
