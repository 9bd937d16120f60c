import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import type { RandomBytes } from '../ids/random.ts';
import type { StaffEntry } from './entries.ts';
import { keyOfPin } from './pin.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;

/** AES-256-GCM: nonce, ciphertext, tag, as base64. */
const seal = (key: Uint8Array | KeyObject, nonce: Uint8Array, plain: Uint8Array): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64');
};

const open = (key: Uint8Array, sealed: string): Buffer | undefined => {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
};

/** Sealed and as base64 that is within what an entry has room for. */
const NAME_BYTES_MAX = 700;

/** As much of a name as there is room for: whole characters. */
const startOf = (name: string): string => {
  let text = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_BYTES_MAX) break;
    text += character;
  }
  return text;
};

/**
 * A person's name for `PersonEntry.name`. The nonce is made of the key, of whom it is about and of the name itself: the same
 * name of the same person is the same text, so that an entry built anew is not a changed one, and no nonce comes twice for two
 * names. Two persons of one name look different. Whoever seals many makes a key object of the key first, as for `presentedHash`.
 */
export const sealName = (nameKey: Uint8Array | KeyObject, subject: string, name: string): string => {
  const plain = Buffer.from(startOf(name));
  const nonce = createHmac('sha256', nameKey)
    .update(`name nonce\0${subject}\0${name}`)
    .digest()
    .subarray(0, NONCE_BYTES);
  return seal(nameKey, nonce, plain);
};

/** The name, or undefined if another key sealed it. */
export const openName = (nameKey: Uint8Array, sealed: string): string | undefined => open(nameKey, sealed)?.toString();

/** Wraps a facility's name key for whoever knows the PIN, as `StaffEntry.nameKey`: what is slow about it is done already. */
export const nameKeyWrapper = async (
  pin: string,
  random: RandomBytes,
): Promise<(nameKey: Uint8Array) => NonNullable<StaffEntry['nameKey']>> => {
  const salt = random(SALT_BYTES);
  const key = await keyOfPin(pin, salt);
  return (nameKey) => ({
    salt: Buffer.from(salt).toString('base64'),
    wrapped: seal(key, random(NONCE_BYTES), nameKey),
  });
};

/** The name key, at a sign-in by PIN; undefined for another PIN. */
export const unwrapNameKey = async (
  pin: string,
  { salt, wrapped }: NonNullable<StaffEntry['nameKey']>,
): Promise<Buffer | undefined> => open(await keyOfPin(pin, Buffer.from(salt, 'base64')), wrapped);
