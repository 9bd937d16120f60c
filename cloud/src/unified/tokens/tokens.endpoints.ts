import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { IncomingRequest, UnitCall } from '../../kit/http/call.ts';
import type { Caller } from '../../kit/http/endpoint.ts';
import { refused, reply } from '../../kit/http/endpoint.ts';
import { parseFields } from '../../kit/http/validate.ts';
import type { UsersService } from '../../platform/users/users.module.ts';
import {
  type ClientCredentials,
  countGuess,
  credentialsIn,
  requireGuesses,
  unknownClient,
} from './client-credentials.ts';
import { oauthEndpoint } from './oauth-surface.ts';
import { tokensFault, tokensFaults } from './tokens.faults.ts';
import { TOKEN_LASTS, type TokensService } from './tokens.service.ts';

interface Deps {
  readonly bearerTokens: Pick<TokensService, 'issue' | 'revoke'>;
  readonly users: Pick<UsersService, 'authenticate'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

const gate = { public: 'Whoever asks is nobody until the request says who they are.' } as const;
const FORM = 'application/x-www-form-urlencoded';
const FORM_LIMIT = { bytes: 8_192, keys: 100 };
const { invalid_client, unsupported_grant_type, invalid_scope } = tokensFaults;
/** As RFC 6749 section 5.1 has it, beside what every answer has. */
const NOT_KEPT = { Pragma: 'no-cache' } as const;

const client = {
  client_id: z.string().max(200).optional().describe('The id of a key of a user, unless HTTP Basic says it.'),
  client_secret: z.string().max(200).optional().describe('The text of that key (`ghk_…`), unless HTTP Basic says it.'),
};
const TokenForm = z.object({
  grant_type: z.string().max(100).describe('`client_credentials`.'),
  scope: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'What the token is for, words between spaces: `read`, `write` (nothing about locks, rights or money), `unlock`, `money`, `grave:<act>`, each by name; narrowed by `org:<id>` and `facility:<id>`. `read` unless given.',
    ),
  ...client,
});
const RevocationForm = z.object({
  token: z.string().max(500).describe('The token that is to end.'),
  token_type_hint: z.string().max(100).optional().describe('Not needed: there is one kind of token.'),
  ...client,
});

const formIn = <Shape extends z.ZodType>(schema: Shape, body: Uint8Array): z.output<Shape> =>
  parseFields(schema, new URLSearchParams(Buffer.from(body).toString('utf8'))) as z.output<Shape>;

/** Who a client turned out to be: nobody, if its secret is wrong. */
interface Shown {
  readonly clientId: string;
  readonly known: { readonly userId: string; readonly keyId: string } | undefined;
}

const whoIs = async ({ users }: Pick<Deps, 'users'>, { clientId, secret }: ClientCredentials): Promise<Shown> => {
  const found = await users.authenticate(secret);
  return { clientId, known: found?.keyId === clientId ? { userId: found.user.id, keyId: found.keyId } : undefined };
};

/** Who the client is; nothing where its secret is wrong, which is remembered. Throws where that was so too often. */
const admitted = async (
  { clock }: Pick<Deps, 'clock'>,
  { tx, remoteAddress, about }: UnitCall<Caller, unknown>,
  { clientId, known }: Shown,
): Promise<Shown['known']> => {
  const guessing = { clientId, remoteAddress };
  await requireGuesses(tx, clock, guessing);
  if (known === undefined) await countGuess(tx, clock, guessing);
  else about(`${known.userId} ${known.keyId}`);
  return known;
};

const shownBy = (header: IncomingRequest['header'], form: Parameters<typeof credentialsIn>[1], deps: Deps) =>
  whoIs(deps, credentialsIn(header, form));

export const issueToken = oauthEndpoint<Deps>()({
  id: 'oauth.token',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Trade a key for a token',
  description:
    'A token counts for 15 minutes, and ends with its key, its user, or by `POST /oauth/revoke`. What its user holds is looked up with each request: a role that is taken counts no more at once. After 10 wrong secrets of a key or from a network within a minute, nothing more is looked at for that long.',
  gate,
  rawBody: TokenForm,
  bodyTypes: [FORM],
  bodyLimit: FORM_LIMIT,
  success: {
    status: 200,
    description: 'The token. It is shown here, and nowhere else.',
    schema: z.object({
      access_token: z.string().describe('Sent as `Authorization: Bearer …` from now on.'),
      token_type: z.literal('Bearer'),
      expires_in: z.int().describe('Seconds for which it counts.'),
      scope: z.string().describe('What it is for: what was asked for, in one order.'),
    }),
  },
  examples: {
    body: { grant_type: 'client_credentials', scope: 'read' },
    success: { access_token: `ght_${'x'.repeat(43)}`, token_type: 'Bearer', expires_in: 900, scope: 'read' },
  },
  faults: { invalid_client, unsupported_grant_type, invalid_scope },
  audit: { event: 'token.issued', target: () => undefined },
  answersSecret: true,
  prepare: async (deps, { body }, { header }) => {
    const form = formIn(TokenForm, body);
    if (form.grant_type !== 'client_credentials')
      throw tokensFault('unsupported_grant_type', 'grant_type: must be client_credentials.');
    return { shown: await shownBy(header, form, deps), scope: form.scope ?? '' };
  },
  handle: async (deps, _input, call) => {
    const { shown, scope } = call.prepared;
    const known = await admitted(deps, call, shown);
    if (known === undefined) return refused(unknownClient());
    const issued = await deps.bearerTokens.issue(call.tx, { ...known, scope });
    const answer = { access_token: issued.text, token_type: 'Bearer' as const, expires_in: TOKEN_LASTS / 1_000 };
    return reply({ ...answer, scope: issued.scope }, NOT_KEPT);
  },
});

export const revokeToken = oauthEndpoint<Deps>()({
  id: 'oauth.revoke',
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End a token',
  description:
    'The next request with it is refused, on every replica (RFC 7009). With any key of its user. What is no token of theirs is answered in the same way.',
  gate,
  rawBody: RevocationForm,
  bodyTypes: [FORM],
  bodyLimit: FORM_LIMIT,
  success: { status: 200, description: 'It counts no more.', schema: z.object({}) },
  examples: { body: { token: `ght_${'x'.repeat(43)}` }, success: {} },
  faults: { invalid_client },
  audit: { event: 'token.revoked', target: () => undefined },
  prepare: async (deps, { body }, { header }) => {
    const form = formIn(RevocationForm, body);
    return { shown: await shownBy(header, form, deps), token: form.token };
  },
  handle: async (deps, _input, call) => {
    const { shown, token } = call.prepared;
    const known = await admitted(deps, call, shown);
    if (known === undefined) return refused(unknownClient());
    await deps.bearerTokens.revoke(call.tx, known.userId, token);
    return {};
  },
});
