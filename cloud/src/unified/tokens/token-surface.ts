import type { IncomingRequest } from '../../kit/http/call.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { type RefusedKey, refusedThough } from '../../kit/http/strangers.ts';
import type { Authenticate } from '../../kit/http/surfaces.ts';
import {
  type AuthenticationDeps,
  authenticateBy,
  nobodyAt,
  type PlatformCaller,
  type PlatformGate,
} from '../../platform/users/platform-surface.ts';
import type { KnownByToken, TokensService } from './tokens.service.ts';

export interface TokenAuthenticationDeps
  extends Pick<AuthenticationDeps, 'db' | 'users' | 'organisations' | 'partners'> {
  readonly bearerTokens: Pick<TokensService, 'authenticate' | 'recognise'>;
  /** `https://host:port`, for what leads clients to the metadata. */
  readonly unifiedUrl: () => string;
}

/** The token in an `Authorization` header. */
export const bearerIn = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1];
const BEARER = /^bearer +(\S{1,200})$/i;

/** By a token of `POST /oauth/token` alone: no key, no cookie, no token of a box, a device or a partner. */
export const authenticateToken = (deps: TokenAuthenticationDeps): Authenticate<PlatformCaller, PlatformGate> =>
  authenticateBy(deps, { stranger: nobodyAt, known: (request) => knownByToken(deps, request) });

/** Who sends this token; throws the 401 fault if that is nobody, and a 400 where it is in the address. */
export const knownByToken = async (
  deps: TokenAuthenticationDeps,
  request: Pick<IncomingRequest, 'header' | 'query'>,
): Promise<KnownByToken> => {
  const challenge = (error?: string) => ({
    headers: {
      'WWW-Authenticate': `Bearer ${error === undefined ? '' : `error="${error}", `}resource_metadata="${deps.unifiedUrl()}/.well-known/oauth-protected-resource"`,
    },
  });
  // Addresses are logged on their way, kept in histories, and sent on as referrers.
  if (request.query('access_token') !== undefined)
    throw kitFault(
      'invalid_request',
      'access_token: goes into a header, never into an address.',
      challenge('invalid_request'),
    );
  const text = bearerIn(request.header('authorization'));
  if (text === undefined) {
    const key = request.header('x-api-key');
    const hint = key === undefined ? '' : ' A key is traded for one at POST /oauth/token.';
    const fault = kitFault('unauthenticated', `Send a token as Authorization: Bearer.${hint}`, challenge());
    throw refusedThough(key === undefined ? undefined : await ownerOf(deps, key), fault);
  }
  const known = await deps.bearerTokens.authenticate(text);
  if (known !== undefined) return known;
  const fault = kitFault('unauthenticated', 'This token is not known, or has ended.', challenge('invalid_token'));
  throw refusedThough(await ownerOf(deps, text), fault);
};

/** Whose token or key this is or was, for the audit of its refusal. */
const ownerOf = async (
  { bearerTokens, users, partners }: TokenAuthenticationDeps,
  text: string,
): Promise<RefusedKey | undefined> =>
  (await bearerTokens.recognise(text)) ?? (await users.recognise(text)) ?? (await partners.recognise(text));
