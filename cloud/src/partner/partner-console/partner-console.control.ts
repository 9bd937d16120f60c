import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { Email } from '../../platform/users/users.module.ts';
import type { PartnerConsoleService } from './partner-console.service.ts';

/** Orders about signing in at the partner console, for whoever has the machine. */
export const partnerConsoleCommands = ({
  db,
  partnerConsole,
  consoleUrl,
}: {
  readonly db: Pick<Database, 'write'>;
  readonly partnerConsole: Pick<PartnerConsoleService, 'links' | 'contactFor'>;
  readonly consoleUrl: () => string;
}): Readonly<Record<string, ControlCommand>> => ({
  'partner-sign-in-link': controlCommand({
    body: z.strictObject({ partnerId: PartnerId, email: Email.optional(), by: z.string().trim().min(1).max(120) }),
    run: ({ partnerId, email, by }) =>
      db.write(async (tx) => {
        const contact = await partnerConsole.contactFor(tx, { partnerId, email });
        if (contact === undefined)
          throw kitFault('invalid_request', `email: the account ${partnerId} has no such contact.`);
        const { token, endsAt } = await partnerConsole.links.make(tx, contact.id, by);
        return { email: contact.email, link: `${consoleUrl()}/console/sign-in#${token}`, endsAt: isoOf(endsAt) };
      }),
  }),
});
