import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import {
  type CodeRealm,
  PARTNER_SIGN_IN_CODE,
  type SessionRealm,
  type SessionsService,
} from '../../platform/sessions/sessions.module.ts';
import type { PartnerContact, PartnersService } from '../partners/partners.module.ts';
import { actorOf } from './console-surface.ts';

/** In all, however busy. */
export const WHOLE = Hours(8);
export const SEND_CODE = 'partner-console.send-code';
const REALM = 'partner';

/** Who wants to sign in: the account, and which of its contacts; without an address the owner who was added first. */
export interface AskingContact {
  readonly partnerId: PartnerId;
  readonly email?: string | undefined;
}

export interface PartnerConsoleDeps {
  readonly sessions: Pick<SessionsService, 'realm'>;
  readonly partners: Pick<PartnersService, 'contact' | 'contactsOf'>;
  readonly random: RandomBytes;
  readonly consoleUrl: () => string;
}
export type PartnerConsoleService = ReturnType<typeof createPartnerConsole>;

/** How contacts of partners sign in, and stay signed in. */
export const createPartnerConsole = ({ sessions, partners, random, consoleUrl }: PartnerConsoleDeps) => {
  const codes: CodeRealm<AskingContact, PartnerContact> & { readonly realm: typeof REALM } = {
    realm: REALM,
    job: SEND_CODE,
    namesOf: ({ partnerId, email = '' }) => [partnerId, email.toLowerCase()],
    find: async (tx, { partnerId, email }) => {
      const contacts = await partners.contactsOf(tx, partnerId);
      return email === undefined
        ? contacts.find(({ role }) => role === 'owner')
        : contacts.find((contact) => contact.email === email.toLowerCase());
    },
    findById: partners.contact,
    idOfNobody: () => randomId('pct', random),
    mail: ({ email, name, partnerName }, code) => ({
      kind: PARTNER_SIGN_IN_CODE,
      to: email,
      values: { name, code, where: `${consoleUrl()}/console for ${partnerName}` },
    }),
  };
  const own: Omit<SessionRealm<{ readonly contact: PartnerContact }>, 'holderOf'> = {
    realm: REALM,
    whole: WHOLE,
    nameOf: async (tx, id) => {
      const contact = await partners.contact(tx, id);
      return contact && { actor: actorOf(contact), tenant: `contact:${contact.id}` };
    },
  };
  const realm = sessions.realm({
    codes,
    sessions: {
      ...own,
      holderOf: async (tx, id) => {
        const contact = await partners.contact(tx, id);
        return contact && { contact };
      },
    },
  });
  return {
    ...realm,
    contact: partners.contact,
    /** For keys that end with a session: it goes on, and whoever began it is still a contact. */
    sessionLives: async (tx: Tx, sessionId: string): Promise<boolean> => {
      const subjectId = await realm.subjectOf(tx, sessionId);
      return subjectId !== undefined && (await partners.contact(tx, subjectId)) !== undefined;
    },
    /** Whom somebody means who wants to sign in. */
    contactFor: codes.find,
  };
};
