import { type KeyObject, sign, verify } from 'node:crypto';

/**
 * Compact JWS (RFC 7515) with Ed25519 (RFC 8037), and nothing else: the algorithm is fixed, so a header that names
 * another one is refused before any key is looked at.
 */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Room for the beacon of a box with 64 doors. */
export const JWS_MAX_CHARACTERS = 65_536;

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

export const signJws = (payload: unknown, { kid, privateKey }: SigningKey): string => {
  const input = `${encode(JSON.stringify({ alg: 'EdDSA', kid }))}.${encode(JSON.stringify(payload))}`;
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
};

export type Verified =
  | { readonly ok: true; readonly payload: unknown; readonly kid: string }
  | { readonly ok: false; readonly why: 'malformed' | 'wrong_algorithm' | 'unknown_key' | 'bad_signature' };

/** Checks a token against the key that `keyFor` knows under its `kid`. Never throws, whatever the token. */
export const verifyJws = (token: string, keyFor: (kid: string) => KeyObject | undefined): Verified => {
  const parts = token.length <= JWS_MAX_CHARACTERS ? token.split('.') : [];
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined)
    return { ok: false, why: 'malformed' };
  const head = parseObject(header);
  if (head === undefined || typeof head.kid !== 'string') return { ok: false, why: 'malformed' };
  if (head.alg !== 'EdDSA' || 'crit' in head) return { ok: false, why: 'wrong_algorithm' };
  const key = keyFor(head.kid);
  if (key === undefined) return { ok: false, why: 'unknown_key' };
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return { ok: false, why: 'bad_signature' };
  const body = parseObject(payload);
  return body === undefined ? { ok: false, why: 'malformed' } : { ok: true, payload: body, kid: head.kid };
};

const parseObject = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};
