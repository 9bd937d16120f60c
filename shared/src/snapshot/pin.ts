import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '../ids/random.ts';
import type { PinVerifier } from './entries.ts';

/** About 35 ms a guess on a small box. */
const COST = { N: 2 ** 14, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

/** Digits in one direction without a gap: the PINs that everybody tries first, beside those of one digit. */
const RUN = '01234567890123456789';
const RUN_BACK = '98765432109876543210';

/** What is wrong with a PIN that somebody chose; undefined if nothing is. */
export const pinProblem = (pin: string): string | undefined => {
  if (!/^\d{6,12}$/.test(pin)) return 'A PIN has 6 to 12 digits.';
  if (/^(\d)\1*$/.test(pin)) return 'A PIN of one digit is the first that anybody tries.';
  if (RUN.includes(pin) || RUN_BACK.includes(pin))
    return 'A PIN that only counts up or down is the first that anybody tries.';
  return undefined;
};

/** 32 bytes of a PIN, in a few hundredths of a second off the main thread. Salts make them of one purpose each. */
export const keyOfPin = (pin: string, salt: Uint8Array): Promise<Buffer> => derive(pin, salt, KEY_BYTES, COST);

/** What recognises the PIN from then on. */
export const verifierOf = async (pin: string, random: RandomBytes): Promise<PinVerifier> => {
  const salt = random(SALT_BYTES);
  return { salt: Buffer.from(salt).toString('base64'), key: (await keyOfPin(pin, salt)).toString('base64') };
};

/** Whether it is the PIN. Takes the same time for every one. */
export const pinMatches = async (pin: string, verifier: PinVerifier): Promise<boolean> => {
  const key = Buffer.from(verifier.key, 'base64');
  const made = await keyOfPin(pin, Buffer.from(verifier.salt, 'base64'));
  return key.length === made.length && timingSafeEqual(made, key);
};
