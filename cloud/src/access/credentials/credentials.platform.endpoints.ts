import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { By, namedBy } from '../../platform/users/actor-surface.ts';
import {
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
  personParams,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { accessFaults } from '../access/access.faults.ts';
import { pin } from './credential-fields.ts';
import { credentialsFaults } from './credentials.faults.ts';
import type { CredentialsService } from './credentials.service.ts';
import { A_CREDENTIAL, A_NUMBER, A_PIN, NEW_CREDENTIAL, ONE_CREDENTIAL, PERSON } from './examples.ts';

type Deps = {
  readonly credentials: Pick<
    CredentialsService,
    | 'listOfPerson'
    | 'addCredential'
    | 'replaceCredential'
    | 'disableCredential'
    | 'removeCredential'
    | 'verifierOfPin'
    | 'setPin'
    | 'removePin'
  >;
};

const { place_unknown } = usersFaults;
const { person_unknown } = accessFaults;
const { credential_refused, credential_of_another_person, credential_unknown, credentials_too_many, pin_needed } =
  credentialsFaults;

const ofPerson = z.object({ ...facilityParams, ...personParams });
const ofOne = z.object({ ...facilityParams, credentialId: PathId.describe('The card or short id.') });
const number = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'Of a card what the reader gives, in hex; of a short id the 3 to 10 digits that are typed. Only a hash is kept, and the last characters for staff.',
  );
const Credential = z.object({
  credentialId: z.string(),
  kind: z.string().describe('`card` or `short_id`.'),
  endsWith: z.string().describe('The last four characters of its number; two of one with fewer than eight.'),
  asksPin: z.boolean(),
  disabled: z.boolean(),
  addedBy: By,
  addedAt: z.string(),
});

export const listCredentials = platformEndpoint<Deps>()({
  id: 'credentials.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/people/:personId/credentials',
  graph: { on: 'Person', as: 'credentials', with: { facilityId: 'facilityId', personId: 'personId' } },
  summary: 'List the cards and short ids of a person',
  description:
    'Never their numbers: `endsWith` is enough to tell two apart. `pinSetAt` says whether the person has a PIN.',
  gate: facilityReads,
  params: ofPerson,
  success: {
    status: 200,
    description: 'All of them.',
    schema: listSchema(Credential).extend({
      pinSetAt: z.string().nullable().describe('When the PIN of the person was set; null where there is none.'),
    }),
  },
  examples: { params: PERSON, success: { data: [A_CREDENTIAL], pinSetAt: '2026-01-01T09:25:00.000Z' } },
  faults: { place_unknown, person_unknown },
  handle: async ({ credentials }, { params: { facilityId, personId } }, { read }) => {
    const found = await read(async (tx) => {
      const { credentials: given, ...rest } = await credentials.listOfPerson(tx, facilityId, personId);
      return { ...rest, credentials: await namedBy(tx, given, 'addedBy') };
    });
    return {
      data: found.credentials.map(({ id, addedAt, ...row }) => ({
        credentialId: id,
        ...row,
        addedAt: isoOf(addedAt),
      })),
      pinSetAt: found.pinSetAt === undefined ? null : isoOf(found.pinSetAt),
    };
  },
});

export const addCredential = platformEndpoint<Deps>()({
  id: 'credentials.add',
  method: 'POST',
  path: '/api/access-control/:facilityId/people/:personId/credentials',
  summary: 'Give a person a card or a short id',
  description:
    'At a facility it is one person’s. A short id always asks for the PIN, a card where `asksPin` says so; then the person must have one.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofPerson,
  body: z.strictObject({
    kind: z.enum(['card', 'short_id']).describe('What it is: something to hold to a reader, or digits to type.'),
    number,
    asksPin: z.boolean().default(false).describe('Whether the card asks for the PIN, too. A short id always does.'),
  }),
  success: { status: 201, description: 'It counts.', schema: z.object({ credentialId: z.string() }) },
  examples: {
    params: PERSON,
    body: { kind: 'card', number: A_NUMBER, asksPin: true },
    success: { credentialId: A_CREDENTIAL.credentialId },
  },
  faults: {
    place_unknown,
    person_unknown,
    credential_refused,
    credential_of_another_person,
    credentials_too_many,
    pin_needed,
  },
  audit: { event: 'credential.add', target: ({ params }) => params.personId },
  handle: async ({ credentials }, { params, body: { kind, number, asksPin } }, { tx, caller }) => {
    const of = { facilityId: params.facilityId, personId: params.personId, by: actorOf(caller) };
    return { credentialId: await credentials.addCredential(tx, of, { kind, text: number, asksPin }) };
  },
});

export const replaceCredential = platformEndpoint<Deps>()({
  id: 'credentials.replace',
  method: 'POST',
  path: '/api/access-control/:facilityId/credentials/:credentialId/replace',
  summary: 'Replace a lost card or short id',
  description: 'The old one opens nothing from the moment on that the new one does. The new one has an id of its own.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  body: z.strictObject({ number }),
  success: { status: 200, description: 'The new one counts.', schema: z.object({ credentialId: z.string() }) },
  examples: { params: ONE_CREDENTIAL, body: { number: '04D1A2B3C477EE' }, success: NEW_CREDENTIAL },
  faults: {
    place_unknown,
    credential_unknown,
    credential_refused,
    credential_of_another_person,
    credentials_too_many,
    pin_needed,
  },
  audit: { event: 'credential.replace', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params: { facilityId, credentialId }, body }, { tx, caller }) => {
    const by = { text: body.number, by: actorOf(caller) };
    return { credentialId: await credentials.replaceCredential(tx, facilityId, credentialId, by) };
  },
});

export const disableCredential = platformEndpoint<Deps>()({
  id: 'credentials.disable',
  method: 'PATCH',
  path: '/api/access-control/:facilityId/credentials/:credentialId',
  summary: 'Disable a card or short id, or enable it again',
  description: 'Disabled it opens nothing, and stays its person’s: nobody else gets it meanwhile.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  body: z.strictObject({
    disabled: z.boolean().describe('True: it opens nothing. False: it opens again what it did.'),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: ONE_CREDENTIAL, body: { disabled: true }, success: DONE },
  faults: { place_unknown, credential_unknown },
  audit: { event: 'credential.disable', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params, body }, { tx }) => {
    await credentials.disableCredential(tx, params.facilityId, params.credentialId, body.disabled);
    return DONE;
  },
});

export const removeCredential = platformEndpoint<Deps>()({
  id: 'credentials.remove',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/credentials/:credentialId',
  summary: 'Take a card or short id away',
  description: 'It opens nothing any more, and somebody else may get it.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  success: { status: 200, description: 'It is gone.', schema: Done },
  examples: { params: ONE_CREDENTIAL, success: DONE },
  faults: { place_unknown, credential_unknown },
  audit: { event: 'credential.remove', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params }, { tx }) => {
    await credentials.removeCredential(tx, params.facilityId, params.credentialId);
    return DONE;
  },
});

export const setPin = platformEndpoint<Deps>()({
  id: 'credentials.set-pin',
  method: 'PUT',
  path: '/api/access-control/:facilityId/people/:personId/pin',
  summary: 'Set or change the PIN of a person',
  description: 'A PIN alone opens nothing: it goes with a short id, or with a card that asks for it.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofPerson,
  body: z.strictObject({ pin }),
  success: { status: 200, description: 'It counts.', schema: Done },
  examples: { params: PERSON, body: { pin: A_PIN }, success: DONE },
  faults: { place_unknown, person_unknown, credential_refused },
  audit: { event: 'pin.set', target: ({ params }) => params.personId },
  prepare: ({ credentials }, { body }) => credentials.verifierOfPin(body.pin),
  handle: async ({ credentials }, { params: { facilityId, personId } }, { tx, caller, prepared: verifier }) => {
    await credentials.setPin(tx, { facilityId, personId, by: actorOf(caller) }, verifier);
    return DONE;
  },
});

export const removePin = platformEndpoint<Deps>()({
  id: 'credentials.remove-pin',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/people/:personId/pin',
  summary: 'Take the PIN of a person away',
  description: 'Refused while a card or short id of the person asks for it. Nothing happens where there is none.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofPerson,
  success: { status: 200, description: 'There is none.', schema: Done },
  examples: { params: PERSON, success: DONE },
  faults: { place_unknown, person_unknown, pin_needed },
  audit: { event: 'pin.remove', target: ({ params }) => params.personId },
  handle: async ({ credentials }, { params }, { tx }) => {
    await credentials.removePin(tx, { facilityId: params.facilityId, personId: params.personId });
    return DONE;
  },
});
