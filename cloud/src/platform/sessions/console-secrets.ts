import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type ConsoleSecrets = ReturnType<typeof consoleSecrets>;

/** What is derived of the consoles' secret: a key for each purpose, so that no text of one is good for another. */
export const consoleSecrets = (secret: Uint8Array, random: RandomBytes) => {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  const macKey = keyFor('names and codes');
  const codeKey = keyFor('digits of codes');
  const challengeKey = keyFor('challenges of passkeys');
  const sealKey = keyFor('secrets of authenticators');

  return {
    /** HMAC-SHA-256, hex: what is kept of what somebody could try out. */
    mac: (...parts: readonly string[]): string =>
      createHmac('sha256', macKey).update(JSON.stringify(parts)).digest('hex'),

    /** The six digits of a code. Only this secret makes them of its id, so that they are written down nowhere. */
    digitsOf: (codeId: string): string => {
      const number = createHmac('sha256', codeKey).update(codeId).digest().readBigUInt64BE(0) % 1_000_000n;
      return number.toString().padStart(6, '0');
    },

    challengeMac: (text: string): Buffer =>
      createHmac('sha256', challengeKey).update(text).digest().subarray(0, TAG_BYTES),

    /** AES-256-GCM, bound to whose it is: in the row of somebody else it cannot be opened. */
    seal: (plain: Uint8Array, owner: string): string => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
    },

    open: (sealed: string, owner: string): Buffer => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES)).setAAD(
        Buffer.from(owner),
      );
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch (cause) {
        throw new Bug('a sealed secret cannot be opened: the secret of the consoles is another one', { cause });
      }
    },
  };
};

/** Compares texts of the same kind in constant time. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
