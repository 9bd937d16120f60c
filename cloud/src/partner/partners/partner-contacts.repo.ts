import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PartnerContactTable } from './partners.tables.ts';

/** Contacts with the names of their accounts. */
const contacts = (tx: Tx) =>
  tx
    .selectFrom('partner_contact as contact')
    .innerJoin('partner', 'partner.id', 'contact.partner_id')
    .select([
      'contact.id',
      'contact.email',
      'contact.name',
      'contact.role',
      'partner.id as partnerId',
      'partner.name as partnerName',
    ]);

/** The people of partners. */
export const partnerContactsRepo = (tx: Tx) => ({
  /** The oldest first. */
  of: (partnerId: PartnerId) =>
    contacts(tx)
      .where('contact.partner_id', '=', partnerId)
      .orderBy('contact.created_at')
      .orderBy('contact.id')
      .execute(),

  find: (id: string) => contacts(tx).where('contact.id', '=', id).executeTakeFirst(),

  insert: (row: Insertable<PartnerContactTable>): Promise<unknown> =>
    tx.insertInto('partner_contact').values(row).execute(),

  update: (id: string, set: Pick<PartnerContactTable, 'name' | 'role'>): Promise<unknown> =>
    tx.updateTable('partner_contact').set(set).where('id', '=', id).execute(),

  /** Resolves with whether there was such a contact. */
  remove: async (id: string): Promise<boolean> =>
    (await tx.deleteFrom('partner_contact').where('id', '=', id).returning('id').execute()).length > 0,
});
