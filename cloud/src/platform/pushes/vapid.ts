import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { Hours } from '@gatehouse/shared/time/duration.ts';

/** How push services know who tells their browsers something (RFC 8292). */
export interface PushKey {
  /** On P-256. */
  readonly privateKey: KeyObject;
  /** Whom a push service may turn to: `mailto:` or `https:`. */
  readonly contact: string;
}

/** A push service takes up to 24 hours; our clock and its own may differ. */
const VALID_FOR = Hours(12);

/** The public part as browsers want it: an uncompressed point, base64url. */
export const pushPublicKey = ({ privateKey }: Pick<PushKey, 'privateKey'>): string => {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );
};

/** The `Authorization` of a request to this push service: an ES256 token for its origin alone. */
export const vapidHeader = (key: PushKey, endpoint: URL, nowMs: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: endpoint.origin, exp: Math.floor((nowMs + VALID_FOR) / 1_000), sub: key.contact };
  const input = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${input}.${signature.toString('base64url')}, k=${pushPublicKey(key)}`;
};
