import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { Email, type UsersService } from '../users/users.module.ts';
import type { SessionsService } from './sessions.service.ts';

/** Orders about signing in, for whoever has the machine: the first way in, where nobody has a passkey yet. */
export const sessionCommands = ({
  db,
  users,
  sessions,
  consoleUrl,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly users: Pick<UsersService, 'findByEmail' | 'grantsOf'>;
  readonly sessions: Pick<SessionsService, 'links'>;
  readonly consoleUrl: () => string;
}): Readonly<Record<string, ControlCommand>> => ({
  'sign-in-link': controlCommand({
    body: z.strictObject({ email: Email, by: z.string().trim().min(1).max(120) }),
    run: ({ email, by }) =>
      db.write(async (tx) => {
        const user = await users.findByEmail(tx, email);
        if (user === undefined) throw kitFault('invalid_request', `email: there is no user ${email}.`);
        if ((await users.grantsOf(tx, user.id)).length === 0)
          throw kitFault('invalid_request', `email: ${email} holds nothing, and so cannot sign in.`);
        const { token, endsAt } = await sessions.links.make(tx, user.id, by);
        return { email: user.email, link: `${consoleUrl()}/ops/sign-in#${token}`, endsAt: isoOf(endsAt) };
      }),
  }),
});
