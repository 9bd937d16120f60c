import { createHmac } from 'node:crypto';
import { sameText } from './console-secrets.ts';

/** RFC 6238 with what every authenticator takes: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** A code counts one step early and one late: clocks differ, and people type. */
const STEPS_AROUND = [-1, 0, 1] as const;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const TOTP_SECRET_BYTES = 20;

/** The code of one step (RFC 4226 section 5.3). */
export const totpCode = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return number.toString().padStart(DIGITS, '0');
};

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The step that a code is of, near now. */
export const stepOfCode = (secret: Uint8Array, code: string, nowMs: number): number | undefined =>
  STEPS_AROUND.map((around) => stepAt(nowMs) + around).find((step) => sameText(totpCode(secret, step), code));

/** RFC 4648, without padding: as people type it. */
export const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
};

/** What authenticators read as a QR code. */
export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/Gatehouse:${encodeURIComponent(email)}?secret=${secret}&issuer=Gatehouse`;
