import { createPublicKey, verify } from 'node:crypto';

/** RFC 8292: a token is good for a day at most. */
const LIFE_SECONDS_MAX = 86_400;

/** What is wrong with who says that they are the application's server (RFC 8292), if anything is. */
export const wrongInVapid = (authorization: string, origin: string, nowMs: number): string | undefined => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return 'the key is no uncompressed point of P-256';
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    return 'the token is signed by another key';
  const { alg } = jsonOf(head);
  const { aud, exp } = jsonOf(claims);
  const leftSeconds = Number(exp) - nowMs / 1_000;
  if (alg !== 'ES256') return 'the token is not signed by ES256';
  if (aud !== origin) return 'the token is for another push service';
  if (!(leftSeconds > 0)) return 'the token is over';
  return leftSeconds > LIFE_SECONDS_MAX ? 'the token is good for more than a day' : undefined;
};

const jsonOf = (part: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
