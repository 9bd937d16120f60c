import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { Email } from '../../platform/users/users.module.ts';
import { partnerAccountsRepo } from './partner-accounts.repo.ts';
import { partnerContactsRepo } from './partner-contacts.repo.ts';
import type { PartnersDeps } from './partners.service.ts';

const CONTACTS_MAX = 20;

/** Somebody at a partner who may sign in at its console. */
export interface PartnerContact {
  /** `pct_…` */
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'owner' | 'developer';
}

const Contact = z.strictObject({
  email: Email.describe('Where codes to sign in are sent. No two contacts of an account have the same.'),
  name: z.string().trim().min(1).max(120).describe('What the person is called.'),
  role: z
    .enum(['owner', 'developer'])
    .describe('`owner` also says who the contacts are and how facilities are named; `developer` does the rest.'),
});
type NewContact = z.infer<typeof Contact>;

/** All contacts of an account. */
export const Contacts = z
  .array(Contact)
  .max(CONTACTS_MAX)
  .refine(
    (contacts) => new Set(contacts.map(({ email }) => email.toLowerCase())).size === contacts.length,
    'addresses must differ',
  )
  .describe('All of them. Who is left out is signed out at once.');

export const ListedContact = z
  .object({
    contactId: z.string().describe('The contact of the partner: `pct_` and 16 characters.'),
    email: z.string().describe('Where codes to sign in are sent.'),
    name: z.string().describe('What the person is called.'),
    role: Contact.shape.role,
  })
  .meta({ id: 'PartnerContact' });
export const A_CONTACT: z.input<typeof ListedContact> = {
  contactId: 'pct_0123456789abcdef',
  email: 'robin@acme.example',
  name: 'Robin Fields',
  role: 'owner',
};
export const listedContact = ({ id, email, name, role }: PartnerContact) => ({ contactId: id, email, name, role });

/** Who signs in at the partner console. Whoever is left out, or is no owner any more, is so from the next request on. */
export const createPartnerContacts = ({ clock, random }: Pick<PartnersDeps, 'clock' | 'random'>) => ({
  /** The oldest first. */
  contactsOf: (tx: Tx, partnerId: PartnerId): Promise<PartnerContact[]> => partnerContactsRepo(tx).of(partnerId),

  contact: (tx: Tx, id: string): Promise<PartnerContact | undefined> => partnerContactsRepo(tx).find(id),

  /** Replaces all contacts; who stays keeps their sessions. Throws `invalid_request` where nobody of them is an owner. */
  setContacts: async (tx: Tx, partnerId: PartnerId, wanted: readonly NewContact[]): Promise<void> => {
    if (wanted.length > 0 && !wanted.some(({ role }) => role === 'owner'))
      throw wrongField('body.contacts', 'owner', 'must have an owner among them');
    await partnerAccountsRepo(tx).lockPartner(partnerId);
    const repo = partnerContactsRepo(tx);
    const before = new Map((await repo.of(partnerId)).map((contact) => [contact.email, contact]));
    const now = clock.wallMs();
    for (const [at, { email: written, name, role }] of wanted.entries()) {
      const email = written.toLowerCase();
      const known = before.get(email);
      before.delete(email);
      if (known === undefined) {
        const id = randomId('pct', random);
        await repo.insert({ id, partner_id: partnerId, email, name, role, created_at: now + at });
      } else if (known.name !== name || known.role !== role) {
        await repo.update(known.id, { name, role });
        if (known.role === 'owner' && role !== 'owner')
          revoked(tx, { kind: 'partner_contact', subject: known.id, value: [role] });
      }
    }
    for (const { id } of before.values()) {
      await repo.remove(id);
      revoked(tx, { kind: 'partner_contact', subject: id });
    }
  },

  /** After a restore: gone again, or no owner again. Resolves with whether that is news. */
  takeContactAgain: async (tx: Tx, id: string, [role]: readonly string[]): Promise<boolean> => {
    const repo = partnerContactsRepo(tx);
    if (role !== 'developer') return repo.remove(id);
    const known = await repo.find(id);
    if (known?.role !== 'owner') return false;
    await repo.update(id, { name: known.name, role });
    return true;
  },
});
