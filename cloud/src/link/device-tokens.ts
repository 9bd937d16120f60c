import { createHmac, timingSafeEqual } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';

/** What a token opens: the broker and the device endpoints for a box, the broker for a replica of the cloud, `/ai` for an agent. */
export const Audience = z.enum(['mqtt', 'edge', 'mqtt-cloud', 'events']);
export type Audience = z.infer<typeof Audience>;

export interface TokenKey {
  readonly kid: string;
  /** At least 32 bytes (RFC 7518 section 3.2). */
  readonly secret: Uint8Array;
}

export type TokenVerdict =
  | { readonly ok: true; readonly subject: string; readonly issuedAtMs: number }
  | {
      readonly ok: false;
      readonly why:
        | 'malformed'
        | 'wrong_algorithm'
        | 'unknown_key'
        | 'bad_signature'
        | 'wrong_audience'
        | 'expired'
        | 'not_yet'
        | 'too_long_lived';
      /** Whose token it is, where it is one of ours and for something else. */
      readonly subject?: string;
    };

export interface DeviceTokens {
  issue(subject: string, audience: Audience): { readonly token: string; readonly expiresInSeconds: number };
  /** Never throws, whatever the token. */
  verify(token: string, audience: Audience): TokenVerdict;
}

export const TOKEN_SECONDS = 600;
const SECRET_BYTES_MIN = 32;
const LENGTH_MAX = 2_000;
/** Clocks of two replicas may differ by that much, in seconds. */
const SKEW_SECONDS = 10;

const Header = z.object({
  alg: z.string(),
  kid: z.string(),
  typ: z.string().optional(),
  crit: z.undefined().optional(),
});
const Claims = z.object({ sub: z.string().min(1).max(100), aud: z.string(), iat: z.int(), exp: z.int() });

/**
 * Short-lived HS256 tokens (JWT, RFC 7519, as compact JWS): one algorithm, one audience each, ten minutes at most. The
 * first key signs; every key in the list verifies, so that a secret is changed by putting the new one in front and
 * dropping the old one ten minutes later.
 */
export const createDeviceTokens = ({ clock, keys }: { clock: Clock; keys: readonly TokenKey[] }): DeviceTokens => {
  const [current] = keys;
  if (current === undefined) throw new Bug('device tokens need a key');
  for (const { kid, secret } of keys)
    if (secret.length < SECRET_BYTES_MIN) throw new Bug(`token key ${kid} is shorter than ${SECRET_BYTES_MIN} bytes`);
  const secrets = new Map(keys.map(({ kid, secret }) => [kid, secret]));
  const nowSeconds = () => Math.floor(clock.wallMs() / 1_000);

  return {
    issue: (subject, audience) => {
      const iat = nowSeconds();
      const head = encode({ alg: 'HS256', typ: 'JWT', kid: current.kid });
      const input = `${head}.${encode({ sub: subject, aud: audience, iat, exp: iat + TOKEN_SECONDS })}`;
      return { token: `${input}.${mac(input, current.secret).toString('base64url')}`, expiresInSeconds: TOKEN_SECONDS };
    },
    verify: (token, audience) => {
      const parts = token.length <= LENGTH_MAX ? token.split('.') : [];
      const [head, body, signature] = parts;
      if (parts.length !== 3 || head === undefined || body === undefined || signature === undefined)
        return { ok: false, why: 'malformed' };
      const header = Header.safeParse(decode(head));
      if (!header.success) return { ok: false, why: 'malformed' };
      if (header.data.alg !== 'HS256') return { ok: false, why: 'wrong_algorithm' };
      const secret = secrets.get(header.data.kid);
      if (secret === undefined) return { ok: false, why: 'unknown_key' };
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(`${head}.${body}`, secret);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { ok: false, why: 'bad_signature' };
      const claims = Claims.safeParse(decode(body));
      return claims.success ? judge(claims.data, audience, nowSeconds()) : { ok: false, why: 'malformed' };
    },
  };
};

const judge = ({ sub, aud, iat, exp }: z.infer<typeof Claims>, audience: Audience, now: number): TokenVerdict => {
  if (aud !== audience) return { ok: false, why: 'wrong_audience', subject: sub };
  if (exp - iat > TOKEN_SECONDS || exp <= iat) return { ok: false, why: 'too_long_lived' };
  if (now >= exp) return { ok: false, why: 'expired' };
  if (iat > now + SKEW_SECONDS) return { ok: false, why: 'not_yet' };
  return { ok: true, subject: sub, issuedAtMs: iat * 1_000 };
};

const mac = (input: string, secret: Uint8Array): Buffer => createHmac('sha256', secret).update(input).digest();
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
