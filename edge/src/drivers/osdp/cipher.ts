import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';

/**
 * What the secure channel computes (IEC 60839-11-5, annex D): AES-128 throughout. Pure.
 * `a` and `b` are the random numbers of control panel and reader, 8 bytes each.
 */
export interface SessionKeys {
  readonly encrypt: Uint8Array;
  readonly mac1: Uint8Array;
  readonly mac2: Uint8Array;
}

export const BLOCK = 16;
/** Everybody's key: it protects nothing, and serves to give a reader its own while somebody stands before it. */
export const DEFAULT_KEY: Uint8Array = Uint8Array.from({ length: BLOCK }, (_, i) => 0x30 + i);

const aes = (key: Uint8Array, block: Uint8Array): Uint8Array => {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
};

export const sessionKeys = (key: Uint8Array, a: Uint8Array): SessionKeys => {
  const derived = (first: number, second: number) => {
    const block = new Uint8Array(BLOCK);
    block.set([first, second, ...a.subarray(0, 6)]);
    return aes(key, block);
  };
  return { encrypt: derived(0x01, 0x82), mac1: derived(0x01, 0x01), mac2: derived(0x01, 0x02) };
};

/** What proves the reader's knowledge of the key. */
export const clientCryptogram = (keys: SessionKeys, a: Uint8Array, b: Uint8Array): Uint8Array =>
  aes(keys.encrypt, Buffer.concat([a, b]));
/** What proves ours. */
export const serverCryptogram = (keys: SessionKeys, a: Uint8Array, b: Uint8Array): Uint8Array =>
  aes(keys.encrypt, Buffer.concat([b, a]));
/** Where the chain of message codes begins. */
export const initialMac = (keys: SessionKeys, server: Uint8Array): Uint8Array => aes(keys.mac2, aes(keys.mac1, server));

export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Filled up to `length`, with a mark where it ends if there is room for one. */
const filled = (bytes: Uint8Array, length: number): Uint8Array => {
  const whole = new Uint8Array(length);
  whole.set(bytes);
  if (length > bytes.length) whole[bytes.length] = 0x80;
  return whole;
};
const blocks = (count: number): number => Math.ceil(count / BLOCK) * BLOCK;

/** The code of a message, all 16 bytes of it: chained to `before`, the code of the message before it on the line. */
export const macOf = (keys: SessionKeys, before: Uint8Array, message: Uint8Array): Uint8Array => {
  const whole = filled(message, blocks(message.length));
  let chain = before;
  for (let at = 0; at < whole.length; at += BLOCK) {
    const block = whole.slice(at, at + BLOCK).map((byte, i) => byte ^ (chain[i] ?? 0));
    chain = aes(at + BLOCK < whole.length ? keys.mac1 : keys.mac2, block);
  }
  return chain;
};

const startOf = (before: Uint8Array): Uint8Array => before.map((byte) => ~byte & 0xff);

export const encrypted = (keys: SessionKeys, before: Uint8Array, data: Uint8Array): Uint8Array => {
  const cipher = createCipheriv('aes-128-cbc', keys.encrypt, startOf(before)).setAutoPadding(false);
  // Always marked where it ends, also where it fills its last block.
  return Buffer.concat([cipher.update(filled(data, blocks(data.length + 1))), cipher.final()]);
};

/** `undefined` for what is no whole number of blocks. */
export const decrypted = (keys: SessionKeys, before: Uint8Array, data: Uint8Array): Uint8Array | undefined => {
  if (data.length === 0 || data.length % BLOCK !== 0) return undefined;
  const decipher = createDecipheriv('aes-128-cbc', keys.encrypt, startOf(before)).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(data), decipher.final()]);
  let end = plain.length - 1;
  while (end > 0 && plain[end] === 0) end--;
  // What fills its last block may come unmarked.
  return plain[end] === 0x80 ? plain.subarray(0, end) : plain;
};
