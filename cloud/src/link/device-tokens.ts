import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { TokenSecret } from '../kit/secrets/secrets.ts';

/** What a token opens: the broker and the device endpoints for a box, the broker for a replica of the cloud, `/ai` and models for an agent. */
export const Audience = z.enum(['mqtt', 'edge', 'mqtt-cloud', 'events', 'inference']);
export type Audience = z.infer<typeof Audience>;

/** The key of one audience: whoever has it can neither make nor check a token of another. */
export interface TokenKey extends TokenSecret {
  readonly audience: Audience;
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

/** The keys of some audiences (HKDF, RFC 5869), each named after its secret and its audience. */
export const tokenKeys = (secrets: readonly TokenSecret[], audiences: readonly Audience[]): readonly TokenKey[] =>
  secrets.flatMap(({ kid, secret }) => {
    if (secret.length < SECRET_BYTES_MIN)
      throw new Bug(`token secret ${kid} is shorter than ${SECRET_BYTES_MIN} bytes`);
    return audiences.map((audience) => ({
      kid: `${kid}.${audience}`,
      audience,
      secret: new Uint8Array(hkdfSync('sha256', secret, '', `gatehouse device token ${audience}`, SECRET_BYTES_MIN)),
    }));
  });

/**
 * Short-lived HS256 tokens (JWT, RFC 7519, as compact JWS): one algorithm, one audience each with a key of its own, ten
 * minutes at most. The first secret signs; every one in the list verifies, so that a secret is changed by putting the new
 * one in front and dropping the old one ten minutes later.
 */
export const createDeviceTokens = (deps: { clock: Clock; secrets: readonly TokenSecret[] }): DeviceTokens => {
  const { clock } = deps;
  const keys = tokenKeys(deps.secrets, Audience.options);
  const current = new Map(keys.toReversed().map((key) => [key.audience, key]));
  return {
    ...createTokenCheck({ clock, keys }),
    issue: (subject, audience) => {
      const key = current.get(audience);
      if (key === undefined) throw new Bug('device tokens need a secret');
      const iat = secondsOf(clock);
      const head = encode({ alg: 'HS256', typ: 'JWT', kid: key.kid });
      const input = `${head}.${encode({ sub: subject, aud: audience, iat, exp: iat + TOKEN_SECONDS })}`;
      return { token: `${input}.${mac(input, key.secret).toString('base64url')}`, expiresInSeconds: TOKEN_SECONDS };
    },
  };
};

/** Checks tokens of those audiences that it has keys of, and of no other. */
export const createTokenCheck = (deps: {
  readonly clock: Clock;
  readonly keys: readonly TokenKey[];
}): Pick<DeviceTokens, 'verify'> => {
  if (deps.keys.length === 0) throw new Bug('tokens need a key to be checked with');
  const keys = new Map(deps.keys.map((key) => [key.kid, key]));
  return {
    verify: (token, audience) => {
      const parts = token.length <= LENGTH_MAX ? token.split('.') : [];
      const [head, body, signature] = parts;
      if (parts.length !== 3 || head === undefined || body === undefined || signature === undefined)
        return { ok: false, why: 'malformed' };
      const header = Header.safeParse(decode(head));
      if (!header.success) return { ok: false, why: 'malformed' };
      if (header.data.alg !== 'HS256') return { ok: false, why: 'wrong_algorithm' };
      const key = keys.get(header.data.kid);
      if (key === undefined) return { ok: false, why: 'unknown_key' };
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(`${head}.${body}`, key.secret);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { ok: false, why: 'bad_signature' };
      const claims = Claims.safeParse(decode(body));
      if (!claims.success || claims.data.aud !== key.audience) return { ok: false, why: 'malformed' };
      return judge(claims.data, audience, secondsOf(deps.clock));
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

const secondsOf = (clock: Clock): number => Math.floor(clock.wallMs() / 1_000);
const mac = (input: string, secret: Uint8Array): Buffer => createHmac('sha256', secret).update(input).digest();
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
