import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** A PIN has a million values: whoever reads the database should need days for each, not seconds. */
const COST: ScryptOptions = { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export interface HashedPin {
  readonly salt: string;
  readonly key: string;
}

/** In a thread of the pool: doors are unlocked meanwhile. */
const derive = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(pin, salt, KEY_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error))),
  );

export const hashPin = async (pin: string): Promise<HashedPin> => {
  const salt = randomBytes(SALT_BYTES);
  return { salt: salt.toString('base64'), key: (await derive(pin, salt)).toString('base64') };
};

const NOBODYS: HashedPin = { salt: '', key: Buffer.alloc(KEY_BYTES).toString('base64') };

/** Whether this is the PIN. It takes as long for somebody who has none. */
export const isPin = async (pin: string, hashed: HashedPin | undefined): Promise<boolean> => {
  const { salt, key } = hashed ?? NOBODYS;
  const derived = await derive(pin, Buffer.from(salt, 'base64'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64')) && hashed !== undefined;
};
