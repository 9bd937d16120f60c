import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { A_LISTED_SESSION, ListedSession, listedSession } from '../../platform/sessions/sessions.module.ts';
import type { CallersSession } from '../../platform/users/platform-surface.ts';
import { A_CONTACT, ListedContact, listedContact, type PartnerContact } from '../partners/partners.module.ts';

/** A session of a contact: they sign in with a code or a link, and in no other way. */
export const ContactsSession = ListedSession.extend({
  signedInBy: z.enum(['code', 'link']).describe('`code`: by e-mail. `link`: made at the machine of the cloud.'),
}).meta({ id: 'ListedSession' });

export const A_CONTACTS_SESSION: z.input<typeof ContactsSession> = { ...A_LISTED_SESSION, signedInBy: 'code' };

export const contactsSession = (...of: Parameters<typeof listedSession>): z.output<typeof ContactsSession> => {
  const session = listedSession(...of);
  const { signedInBy } = session;
  if (signedInBy !== 'code' && signedInBy !== 'link') throw new Bug(`a contact signed in by ${signedInBy}`);
  return { ...session, signedInBy };
};

/** Who is signed in at the partner console: what every page begins with. */
export const ConsoleSessionView = z
  .object({
    sessionId: z.string(),
    partner: z.object({ partnerId: z.string(), name: z.string() }).describe('For which account.'),
    contact: ListedContact.describe('Who signed in.'),
    endsAt: z.iso.datetime().describe('When the session ends at the latest (UTC).'),
    idleEndsAt: z.iso.datetime().describe('When it ends unless something is asked before (UTC).'),
    version: z.string().describe('The release of the cloud.'),
  })
  .meta({ id: 'ConsoleSession' });

export const A_CONSOLE_SESSION: z.input<typeof ConsoleSessionView> = {
  sessionId: 'ses_0123456789abcdef',
  partner: { partnerId: 'ptr_0123456789abcdef', name: 'Acme Members' },
  contact: A_CONTACT,
  endsAt: '2026-01-01T17:30:00.000Z',
  idleEndsAt: '2026-01-01T10:00:00.000Z',
  version: '0.1.0',
};

export const consoleSessionView = (
  { contact, session }: { readonly contact: PartnerContact; readonly session: CallersSession },
  version: string,
): z.output<typeof ConsoleSessionView> => ({
  sessionId: session.id,
  partner: { partnerId: contact.partnerId, name: contact.partnerName },
  contact: listedContact(contact),
  endsAt: isoOf(session.endsAt),
  idleEndsAt: isoOf(session.idleEndsAt),
  version,
});
