import { createCipheriv, createDecipheriv } from 'node:crypto';

/** The keys of one session (IEC 60839-11-5, annex on the secure channel). */
export interface SessionKeys {
  readonly enc: Uint8Array;
  readonly mac1: Uint8Array;
  readonly mac2: Uint8Array;
}

const BLOCK = 16;
const ZERO = new Uint8Array(BLOCK);

const cbc = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array => {
  const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
};
/** One block, or several that do not hang together: the handshake's use of the cipher. */
const ecb = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
};

/** A one and zeros up to a whole number of blocks. */
const padded = (data: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(Math.ceil((data.length + 1) / BLOCK) * BLOCK);
  whole.set(data);
  whole[data.length] = 0x80;
  return whole;
};

const complement = (block: Uint8Array): Uint8Array => block.map((byte) => ~byte & 0xff);

/** The session's keys from the reader's own key and the panel's random number (8 bytes, of which 6 count). */
export const sessionKeys = (ownKey: Uint8Array, rndA: Uint8Array): SessionKeys => {
  const derived = (kind: number) => {
    const block = new Uint8Array(BLOCK);
    block.set([0x01, kind, ...rndA.subarray(0, 6)]);
    return ecb(ownKey, block);
  };
  return { enc: derived(0x82), mac1: derived(0x01), mac2: derived(0x02) };
};

/** What proves that the reader has the key. */
export const readerCryptogram = (keys: SessionKeys, rndA: Uint8Array, rndB: Uint8Array): Uint8Array =>
  cbc(keys.enc, ZERO, Uint8Array.of(...rndA, ...rndB));

/** What proves that the panel has the key. */
export const panelCryptogram = (keys: SessionKeys, rndA: Uint8Array, rndB: Uint8Array): Uint8Array =>
  cbc(keys.enc, ZERO, Uint8Array.of(...rndB, ...rndA));

/** The MAC that the first message of a session hangs on. */
export const firstMac = (keys: SessionKeys, cryptogram: Uint8Array): Uint8Array =>
  ecb(keys.mac2, ecb(keys.mac1, cryptogram));

/** The MAC of a message, all sixteen bytes, chained to the last MAC that came from the other side. */
export const macOf = (keys: SessionKeys, before: Uint8Array, message: Uint8Array): Uint8Array => {
  const whole = message.length > 0 && message.length % BLOCK === 0 ? message : padded(message);
  const head = whole.subarray(0, -BLOCK);
  const iv = head.length === 0 ? before : cbc(keys.mac1, before, head).subarray(-BLOCK);
  return cbc(keys.mac2, iv, whole.subarray(-BLOCK));
};

export const encryptData = (keys: SessionKeys, lastMac: Uint8Array, data: Uint8Array): Uint8Array =>
  cbc(keys.enc, complement(lastMac), padded(data));

/** Undefined where it is no whole number of blocks or does not end in padding. */
export const decryptData = (keys: SessionKeys, lastMac: Uint8Array, data: Uint8Array): Uint8Array | undefined => {
  if (data.length === 0 || data.length % BLOCK !== 0) return undefined;
  const cipher = createDecipheriv('aes-128-cbc', keys.enc, complement(lastMac)).setAutoPadding(false);
  const clear = Buffer.concat([cipher.update(data), cipher.final()]);
  let end = clear.length - 1;
  while (end > 0 && clear[end] === 0) end -= 1;
  return clear[end] === 0x80 ? Uint8Array.from(clear.subarray(0, end)) : undefined;
};
