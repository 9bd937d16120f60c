import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { Email, type UsersService } from '../../platform/users/users.module.ts';
import { TOKEN_LASTS, type TokensService } from './tokens.service.ts';

/** Orders about tokens, for whoever has the machine: they may make keys of anybody, and so a token. */
export const tokenCommands = ({
  db,
  clock,
  users,
  bearerTokens,
  unifiedUrl,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly users: Pick<UsersService, 'findByEmail' | 'addKey'>;
  readonly bearerTokens: Pick<TokensService, 'issue'>;
  readonly unifiedUrl: () => string;
}): Readonly<Record<string, ControlCommand>> => ({
  token: controlCommand({
    body: z.strictObject({
      email: Email,
      scope: z.string().max(2_000),
      by: z.string().trim().min(1).max(120),
    }),
    run: ({ email, scope, by }) =>
      db.write(async (tx) => {
        const user = await users.findByEmail(tx, email);
        if (user === undefined) throw kitFault('invalid_request', `email: there is no user ${email}.`);
        const expiresAt = clock.wallMs() + TOKEN_LASTS;
        // It lasts as long as the token, and nobody sees its text: deleting it ends the token.
        const { id: keyId } = await users.addKey(tx, user.id, { label: 'gatehouse token', expiresAt }, by);
        const token = await bearerTokens.issue(tx, { keyId, userId: user.id, scope });
        return { token: token.text, scope: token.scope, keyId, endsAt: isoOf(expiresAt), url: unifiedUrl() };
      }),
  }),
});
