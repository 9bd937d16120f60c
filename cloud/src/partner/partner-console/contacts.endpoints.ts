import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import {
  A_CONTACT,
  Contacts,
  ListedContact,
  listedContact,
  type PartnersService,
} from '../partners/partners.module.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';

interface ContactsDeps {
  readonly partners: Pick<PartnersService, 'contactsOf' | 'setContacts'>;
}
const { contactId: _id, ...NEW_CONTACT } = A_CONTACT;

export const listContacts = consoleEndpoint<ContactsDeps>()({
  id: 'console-contacts.list',
  method: 'GET',
  path: '/console/v1/contacts',
  summary: 'List the contacts of your account',
  description: 'Who may sign in for it.',
  gate: { contact: 'any' },
  success: { status: 200, description: 'All of them, the oldest first.', schema: listSchema(ListedContact) },
  examples: { success: { data: [A_CONTACT] } },
  faults: {},
  handle: async ({ partners }, _input, { caller, read }) => ({
    data: (await read((tx) => partners.contactsOf(tx, signedIn(caller).contact.partnerId))).map(listedContact),
  }),
});

export const setContacts = consoleEndpoint<ContactsDeps>()({
  id: 'console-contacts.set',
  method: 'PUT',
  path: '/console/v1/contacts',
  summary: 'Set the contacts of your account',
  description: 'All of them, with an owner among them. Who is left out is signed out at once.',
  gate: { contact: 'owner' },
  body: z.strictObject({ contacts: Contacts.min(1) }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { body: { contacts: [NEW_CONTACT] }, success: DONE },
  faults: {},
  audit: { event: 'console-contacts.set', target: () => undefined },
  handle: async ({ partners }, { body }, { tx, caller, about }) => {
    const { partnerId } = signedIn(caller).contact;
    about(partnerId);
    await partners.setContacts(tx, partnerId, body.contacts);
    return DONE;
  },
});
