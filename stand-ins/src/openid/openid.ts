import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority, newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import { html } from '../kit/html.ts';
import { type HttpAnswer, type HttpCall, httpStandIn } from '../kit/http.ts';

/** The one application that is registered here. */
export const CLIENT = { id: 'gatehouse', secret: 'stand-in-client-secret' } as const;
const TOKEN_SECONDS = 300;
const CODE_SECONDS = 60;

/** Somebody whom the organisation knows. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

interface Issued {
  readonly person: Person;
  readonly redirectUri: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly endsAt: number;
}

/** RFC 6749 section 5.2. */
const refusal = (status: number, error: string): HttpAnswer => ({ status, body: { error } });

/** An OpenID provider of an organisation (OpenID Connect Core 1.0, Discovery 1.0): codes with PKCE, tokens of RS256. */
export const createOpenIdProvider = async ({ clock }: { readonly clock: Clock }) => {
  // Who calls looks at a certificate by the machine's own time, whatever the clock of the stand-ins says.
  const authority = await newAuthority('Stand-in', systemClock.wallMs());
  const tls = await newServerCertificate(authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const codes = new Map<string, Issued>();
  /** Who sits at the browser. */
  const on = { person: { sub: 'person-1', email: 'sam@example.com', email_verified: true } as Person };

  const authorize = ({ method, query }: HttpCall): HttpAnswer => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const isKnown = query.get('client_id') === CLIENT.id && URL.canParse(redirectUri);
    if (!isKnown || query.get('response_type') !== 'code') return refusal(400, 'invalid_request');
    if (method === 'GET')
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: signInPage(on.person) };
    const code = randomBytes(24).toString('base64url');
    const endsAt = clock.wallMs() + CODE_SECONDS * 1_000;
    const [nonce, challenge] = [query.get('nonce'), query.get('code_challenge')];
    codes.set(code, { person: on.person, redirectUri, nonce, challenge, endsAt });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return { status: 303, headers: { location: back.href } };
  };

  const token = (call: HttpCall): HttpAnswer => {
    if (!isClient(call.headers.authorization)) return refusal(401, 'invalid_client');
    const sent = new URLSearchParams(call.body.toString('utf8'));
    const code = sent.get('code') ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    const isGood =
      issued !== undefined &&
      issued.endsAt > clock.wallMs() &&
      issued.redirectUri === sent.get('redirect_uri') &&
      issued.challenge ===
        createHash('sha256')
          .update(sent.get('code_verifier') ?? '')
          .digest('base64url');
    if (!isGood) return refusal(400, 'invalid_grant');
    const now = Math.floor(clock.wallMs() / 1_000);
    const claims = { iss: issuerOf(call), aud: CLIENT.id, iat: now, exp: now + TOKEN_SECONDS, nonce: issued.nonce };
    return {
      headers: { 'cache-control': 'no-store' },
      body: {
        access_token: randomBytes(16).toString('base64url'),
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        id_token: signed({ ...claims, ...issued.person }, privateKey),
      },
    };
  };

  const standIn = httpStandIn({
    plays: 'an OpenID provider of an organisation',
    host: 'localhost',
    clock,
    tls,
    facts: () => ({ authority: authority.certificatePem, 'client-id': CLIENT.id, 'client-secret': CLIENT.secret }),
    answer: (call) => {
      switch (call.path) {
        case '/.well-known/openid-configuration':
          return { body: configurationOf(issuerOf(call)) };
        case '/keys':
          return { body: { keys: [{ ...createPublicKey(privateKey).export({ format: 'jwk' }), ...KEY_USE }] } };
        case '/authorize':
          return authorize(call);
        case '/token':
          return token(call);
        default:
          return refusal(404, 'not_found');
      }
    },
    refusal: (status) => refusal(status, status === 429 ? 'slow_down' : 'temporarily_unavailable'),
  });
  return { ...standIn, on };
};

const KEY_USE = { kid: 'stand-in', use: 'sig', alg: 'RS256' } as const;
const issuerOf = ({ headers }: HttpCall): string => `https://${headers.host}`;
/** RFC 6749 section 2.3.1: both parts are encoded as a form's, before they are put together. */
const isClient = (authorization = ''): boolean => {
  const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString('utf8')
    .split(':');
  return decodeURIComponent(id ?? '') === CLIENT.id && decodeURIComponent(secret ?? '') === CLIENT.secret;
};

/** OpenID Connect Discovery 1.0 section 3. */
const configurationOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
});

/** A JSON Web Token (RFC 7519) signed by RS256. */
const signed = (claims: object, key: KeyObject): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: KEY_USE.kid })}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
};

const signInPage = ({ sub, email = sub }: Person): string =>
  html`<!doctype html><html lang="en"><title>Your organisation</title><form method="post"><button>Go on as ${email}</button></form></html>`
    .markup;
