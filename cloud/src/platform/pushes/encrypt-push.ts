import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';

/** What a browser gave away to be told things: base64url. */
export interface BrowserKeys {
  /** A point on P-256, uncompressed. */
  readonly p256dh: string;
  readonly auth: string;
}

/** RFC 8291 section 4: a push service takes 4096 bytes, of which 103 are the header, the tag and the padding's end. */
export const PLAINTEXT_BYTES_MAX = 3_993;
const RECORD_SIZE = 4_096;
const CURVE = 'prime256v1';
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Whether these are a point on the curve and a secret of 16 bytes. */
export const areBrowserKeys = ({ p256dh, auth }: BrowserKeys): boolean => {
  if (bytes(auth).length !== 16 || bytes(p256dh).length !== 65) return false;
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(bytes(p256dh));
    return true;
  } catch {
    return false;
  }
};

/**
 * A message that only this browser can read: RFC 8291 over `aes128gcm` (RFC 8188), in one record. A new key and salt each
 * time; `sender` is for the RFC's own example.
 */
export const encryptPush = (
  plaintext: Uint8Array,
  { p256dh, auth }: BrowserKeys,
  random: RandomBytes,
  sender?: Uint8Array,
): Buffer => {
  const ecdh = createECDH(CURVE);
  if (sender === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(sender);
  const ours = ecdh.getPublicKey();
  const theirs = bytes(p256dh);
  const salt = Buffer.from(random(16));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), bytes(auth), info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(RECORD_SIZE, 16);
  header.writeUInt8(ours.length, 20);
  // 2 ends the only record (RFC 8188 section 2).
  const sealed = [cipher.update(plaintext), cipher.update(Uint8Array.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header, ours, ...sealed]);
};
