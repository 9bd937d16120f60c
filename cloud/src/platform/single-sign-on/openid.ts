import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Configuration, CustomFetch } from 'openid-client';
import { guardedRequest, type OutboundTargets } from '../../kit/outbound/guarded-request.ts';

/** What an organisation has registered with its provider. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What one sign-in is known by, there and back. */
export interface Trip {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636. */
  readonly verifier: string;
}

/** Who somebody is, as their organisation says. */
export interface Vouched {
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined where the provider says nothing of it. */
  readonly emailVerified: boolean | undefined;
}

/** The way to the OpenID providers of organisations. What fails is a `ProviderProblem`. */
export interface OpenId {
  /** Where the browser goes. Asks the provider for its configuration, so that one that is not set up well is known of at once. */
  begin(provider: Provider, trip: Trip): Promise<URL>;
  /** Exchanges the code, and checks what comes for it. */
  finish(
    provider: Provider,
    trip: Trip,
    answer: { readonly code: string; readonly iss?: string | undefined },
  ): Promise<Vouched>;
}

/** Why a provider could not be used. Its words name no secret. */
export class ProviderProblem extends Error {
  readonly kind: 'unreachable' | 'refused';
  constructor(kind: 'unreachable' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A document of keys of a large provider has some ten thousand bytes. */
const BODY_BYTES_MAX = 256 * 1024;
const WORDS_MAX = 200;

/** Whether both name the same issuer; a path may end with a slash or without. */
const isSame = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.replace(/\/$/, '') === other.replace(/\/$/, '');
const OTHER_ISSUER = 'it calls itself by another issuer than was set: of a service with many tenants, name the one';

/** OpenID Connect Core 1.0, the code flow with PKCE: discovered anew each time, by https, at public addresses alone. */
export const openIdByHttps = (deps: {
  readonly clock: Clock;
  readonly targets: OutboundTargets;
  /** The way there, unless a test has its own. */
  readonly request?: typeof guardedRequest;
}): OpenId => {
  const { request = guardedRequest } = deps;
  const fetched: CustomFetch = async (url, { method, headers, body }) => {
    const sent = typeof body === 'string' || body instanceof URLSearchParams ? String(body) : '';
    const answer = await request(
      new URL(url),
      { method: method === 'POST' ? 'POST' : 'GET', headers, body: sent, bodyBytesMax: BODY_BYTES_MAX },
      deps,
    ).catch((error: Error) => {
      throw new ProviderProblem('unreachable', error.message);
    });
    if (answer.status >= 500 || answer.status === 429)
      throw new ProviderProblem('unreachable', `it answered ${answer.status}`);
    const type = answer.headers['content-type'] ?? '';
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: { 'content-type': type } });
  };
  const configured = async ({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> => {
    const { ClientSecretBasic, customFetch, discovery } = await client();
    // What every provider has to know (OpenID Connect Core 1.0, section 9).
    const found = await discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
      [customFetch]: fetched,
    });
    // The library lets services with many tenants call themselves otherwise, and then believes any tenant of theirs.
    if (!isSame(found.serverMetadata().issuer, issuer)) throw new ProviderProblem('refused', OTHER_ISSUER);
    return found;
  };
  return {
    begin: (provider, { redirectUri, state, nonce, verifier }) =>
      explained(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client();
        const url = buildAuthorizationUrl(await configured(provider), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        // A browser is sent there: not to a script, nor to anything that is read on the way.
        if (url.protocol !== 'https:') throw new ProviderProblem('refused', 'its page to sign in is not by https');
        return url;
      }),
    finish: (provider, { redirectUri, state, nonce, verifier }, { code, iss }) =>
      explained(async () => {
        const { authorizationCodeGrant } = await client();
        const back = new URL(redirectUri);
        back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
        const tokens = await authorizationCodeGrant(await configured(provider), back, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
        const { iss: by, sub, email, email_verified: verified } = claims;
        if (!isSame(by, provider.issuer)) throw new ProviderProblem('refused', OTHER_ISSUER);
        return {
          subject: String(sub),
          email: typeof email === 'string' ? email : undefined,
          emailVerified: typeof verified === 'boolean' ? verified : undefined,
        };
      }),
  };
};

/** Loaded for the first who signs in so: most installations never do. */
const client = () => import('openid-client');

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof ProviderProblem) throw at;
    const { message, error: code } = error as Error & { readonly error?: unknown };
    const words = typeof code === 'string' ? `${message}: ${code}` : message;
    throw new ProviderProblem('refused', words.slice(0, WORDS_MAX));
  }
};
