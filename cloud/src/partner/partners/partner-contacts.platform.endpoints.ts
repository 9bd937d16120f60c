import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { accountGate, anAccount } from './an-account.ts';
import { PARTNER } from './examples.ts';
import { A_CONTACT, Contacts, ListedContact, listedContact } from './partner-contacts.ts';
import { partnersFaults } from './partners.faults.ts';
import { onePartner } from './partners.platform.endpoints.ts';
import type { PartnersService } from './partners.service.ts';

type Deps = { readonly partners: Pick<PartnersService, 'account' | 'contactsOf' | 'setContacts'> };
const { partner_unknown } = partnersFaults;
const { contactId: _id, ...NEW_CONTACT } = A_CONTACT;

export const listPartnerContacts = platformEndpoint<Deps>()({
  id: 'partner-contacts.list',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/contacts',
  graph: { on: 'Partner', as: 'contacts', with: { partnerId: 'partnerId' } },
  summary: 'List the contacts of a partner',
  description: 'Who may sign in at the partner console for this account.',
  gate: accountGate,
  resource: anAccount,
  params: onePartner,
  success: { status: 200, description: 'All of them, the oldest first.', schema: listSchema(ListedContact) },
  examples: { params: PARTNER, success: { data: [A_CONTACT] } },
  faults: { partner_unknown },
  handle: async ({ partners }, { params }, { read }) => ({
    data: (await read((tx) => partners.contactsOf(tx, params.partnerId))).map(listedContact),
  }),
});

export const setPartnerContacts = platformEndpoint<Deps>()({
  id: 'partner-contacts.set',
  method: 'PUT',
  path: '/api/admin/partners/:partnerId/contacts',
  summary: 'Set the contacts of a partner',
  description:
    'All of them. They sign in at the partner console, where they make keys; so an owner is among them, or there is nobody. Who is left out is signed out at once.',
  gate: accountGate,
  act: 'grave:roles',
  stepUp: true,
  resource: anAccount,
  params: onePartner,
  body: z.strictObject({ contacts: Contacts }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: PARTNER, body: { contacts: [NEW_CONTACT] }, success: DONE },
  faults: { partner_unknown },
  audit: { event: 'partner-contact.set', target: ({ params }) => params.partnerId },
  handle: async ({ partners }, { params, body }, { tx }) => {
    await partners.setContacts(tx, params.partnerId, body.contacts);
    return DONE;
  },
});
