import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { accessFaults } from '../access/access.faults.ts';
import { actorOf, clubParams, clubReads, clubWrites, DONE, Done, PathId } from '../users/club-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { credentialsFaults } from './credentials.faults.ts';
import type { CredentialsService } from './credentials.service.ts';

type Deps = {
  readonly credentials: Pick<
    CredentialsService,
    | 'listOfPerson'
    | 'addCredential'
    | 'replaceCredential'
    | 'disableCredential'
    | 'removeCredential'
    | 'setPin'
    | 'removePin'
  >;
};

const { place_unknown } = usersFaults;
const { person_unknown } = accessFaults;
const { credential_refused, credential_of_another_person, credential_unknown, credentials_too_many, pin_needed } =
  credentialsFaults;

const PIN_RULE = 'must have 6 to 12 digits';
const ofPerson = z.object({ ...clubParams, personId: PathId });
const ofOne = z.object({ ...clubParams, credentialId: PathId });
const number = z
  .string()
  .min(1)
  .max(200)
  .describe(
    'What the reader gives, in hex, or the digits that are typed. Only a hash is kept, and the last characters for staff.',
  );

export const listCredentials = platformEndpoint<Deps>()({
  id: 'credentials.list',
  method: 'GET',
  path: '/api/access-control/:club/people/:personId/credentials',
  summary: 'List the cards and short ids of a person',
  description:
    'Never their numbers: `endsWith` is enough to tell two apart. `pinSetAt` says whether the person has a PIN.',
  gate: clubReads,
  params: ofPerson,
  success: {
    status: 200,
    description: 'All of them.',
    schema: z.object({
      credentials: z.array(
        z.object({
          credentialId: z.string(),
          kind: z.string(),
          endsWith: z.string(),
          asksPin: z.boolean(),
          disabled: z.boolean(),
          addedBy: z.string(),
          addedAt: z.string(),
        }),
      ),
      pinSetAt: z.string().nullable(),
    }),
  },
  faults: { place_unknown, person_unknown },
  handle: async ({ credentials }, { params: { club, personId } }) => {
    const found = await credentials.listOfPerson(club, personId);
    return {
      credentials: found.credentials.map(({ id, addedAt, ...row }) => ({
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
  path: '/api/access-control/:club/people/:personId/credentials',
  summary: 'Give a person a card or a short id',
  description:
    'At a facility it is one person’s. A short id always asks for the PIN, a card where `asksPin` says so; then the person must have one.',
  gate: clubWrites,
  params: ofPerson,
  body: z.strictObject({ kind: z.enum(['card', 'short_id']), number, asksPin: z.boolean().default(false) }),
  success: { status: 201, description: 'It counts.', schema: z.object({ credentialId: z.string() }) },
  faults: {
    place_unknown,
    person_unknown,
    credential_refused,
    credential_of_another_person,
    credentials_too_many,
    pin_needed,
  },
  audit: { event: 'credential.add', target: ({ params }) => params.personId },
  handle: async ({ credentials }, { params, body: { kind, number, asksPin } }, { caller }) => {
    const of = { facilityId: params.club, personId: params.personId, by: actorOf(caller) };
    return { credentialId: await credentials.addCredential(of, { kind, text: number, asksPin }) };
  },
});

export const replaceCredential = platformEndpoint<Deps>()({
  id: 'credentials.replace',
  method: 'POST',
  path: '/api/access-control/:club/credentials/:credentialId/replace',
  summary: 'Replace a lost card or short id',
  description: 'The old one opens nothing from the moment on that the new one does. The new one has an id of its own.',
  gate: clubWrites,
  params: ofOne,
  body: z.strictObject({ number }),
  success: { status: 200, description: 'The new one counts.', schema: z.object({ credentialId: z.string() }) },
  faults: {
    place_unknown,
    credential_unknown,
    credential_refused,
    credential_of_another_person,
    credentials_too_many,
    pin_needed,
  },
  audit: { event: 'credential.replace', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params, body }, { caller }) => ({
    credentialId: await credentials.replaceCredential(params.club, params.credentialId, body.number, actorOf(caller)),
  }),
});

export const disableCredential = platformEndpoint<Deps>()({
  id: 'credentials.disable',
  method: 'PATCH',
  path: '/api/access-control/:club/credentials/:credentialId',
  summary: 'Disable a card or short id, or enable it again',
  description: 'Disabled it opens nothing, and stays its person’s: nobody else gets it meanwhile.',
  gate: clubWrites,
  params: ofOne,
  body: z.strictObject({ disabled: z.boolean() }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  faults: { place_unknown, credential_unknown },
  audit: { event: 'credential.disable', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params, body }) => {
    await credentials.disableCredential(params.club, params.credentialId, body.disabled);
    return DONE;
  },
});

export const removeCredential = platformEndpoint<Deps>()({
  id: 'credentials.remove',
  method: 'DELETE',
  path: '/api/access-control/:club/credentials/:credentialId',
  summary: 'Take a card or short id away',
  description: 'It opens nothing any more, and somebody else may get it.',
  gate: clubWrites,
  params: ofOne,
  success: { status: 200, description: 'It is gone.', schema: Done },
  faults: { place_unknown, credential_unknown },
  audit: { event: 'credential.remove', target: ({ params }) => params.credentialId },
  handle: async ({ credentials }, { params }) => {
    await credentials.removeCredential(params.club, params.credentialId);
    return DONE;
  },
});

export const setPin = platformEndpoint<Deps>()({
  id: 'credentials.set-pin',
  method: 'PUT',
  path: '/api/access-control/:club/people/:personId/pin',
  summary: 'Set or change the PIN of a person',
  description: '6 to 12 digits, neither one digit over and over nor a straight count. A PIN alone opens nothing.',
  gate: clubWrites,
  params: ofPerson,
  body: z.strictObject({ pin: z.string().min(6, PIN_RULE).max(12, PIN_RULE) }),
  success: { status: 200, description: 'It counts.', schema: Done },
  faults: { place_unknown, person_unknown, credential_refused },
  audit: { event: 'pin.set', target: ({ params }) => params.personId },
  handle: async ({ credentials }, { params, body }, { caller }) => {
    await credentials.setPin({ facilityId: params.club, personId: params.personId, by: actorOf(caller) }, body.pin);
    return DONE;
  },
});

export const removePin = platformEndpoint<Deps>()({
  id: 'credentials.remove-pin',
  method: 'DELETE',
  path: '/api/access-control/:club/people/:personId/pin',
  summary: 'Take the PIN of a person away',
  description: 'Refused while a card or short id of the person asks for it. Nothing happens where there is none.',
  gate: clubWrites,
  params: ofPerson,
  success: { status: 200, description: 'There is none.', schema: Done },
  faults: { place_unknown, person_unknown, pin_needed },
  audit: { event: 'pin.remove', target: ({ params }) => params.personId },
  handle: async ({ credentials }, { params }) => {
    await credentials.removePin({ facilityId: params.club, personId: params.personId });
    return DONE;
  },
});
