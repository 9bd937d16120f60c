import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** A raw Ed25519 public key (RFC 8032, 32 bytes) in base64url. */
export const PublicKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
  .meta({ id: 'PublicKey' });

const IMPORTED_MAX = 10_000;
const imported = new Map<string, KeyObject>();

/** Each text is imported once: that costs half as much as checking a signature. Whether a key still counts is not known here. */
export const importPublicKey = (base64url: string): KeyObject => {
  const known = imported.get(base64url);
  if (known !== undefined) return known;
  if (imported.size >= IMPORTED_MAX) imported.clear();
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64url }, format: 'jwk' });
  imported.set(base64url, key);
  return key;
};

export const exportPublicKey = (key: KeyObject): string => {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  if (typeof x !== 'string') throw new TypeError('not an Ed25519 key');
  return x;
};

/** What people compare a key by, on two screens: the first 64 bits of its SHA-256, `4F2A-91C0-77D1-0B3E`. */
export const keyFingerprint = (publicKey: string): string => {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
  return (digest.slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join('-');
};

/** A new key pair; the private key as PKCS #8 PEM, to be kept in a file of mode 0600. */
export const newDeviceKey = (): { privateKeyPem: string; publicKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: exportPublicKey(publicKey),
  };
};

export const importPrivateKey = (pem: string): KeyObject => createPrivateKey(pem);
