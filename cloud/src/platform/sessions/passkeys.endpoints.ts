import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { ownGate as gate, ownUser, signedInUser } from './own.ts';
import { A_REGISTRATION, CREATION_OPTIONS, CreationOptions, Registration } from './passkey-schemas.ts';
import { sessionsFault, sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';

interface PasskeyDeps {
  readonly sessions: Pick<SessionsService, 'passkeys'>;
}
const { session_needed, passkey_refused, passkey_unknown } = sessionsFaults;

const PasskeyView = z
  .object({
    passkeyId: z.string(),
    label: z.string().describe('What its user calls it.'),
    createdAt: z.iso.datetime().describe('When it was added (UTC).'),
    lastUsedAt: z.iso.datetime().nullable().describe('When it last proved anything (UTC); null where it never did.'),
  })
  .meta({ id: 'Passkey' });
const A_PASSKEY: z.input<typeof PasskeyView> = {
  passkeyId: 'pky_0123456789abcdef',
  label: 'Phone',
  createdAt: '2026-01-01T09:30:00.000Z',
  lastUsedAt: null,
};
const view = (row: { id: string; label: string; created_at: number; last_used_at: number | null }) => ({
  passkeyId: row.id,
  label: row.label,
  createdAt: isoOf(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
});

export const listPasskeys = platformEndpoint<PasskeyDeps>()({
  id: 'passkeys.list',
  method: 'GET',
  path: '/api/passkeys',
  tool: { omit: 'It is about signing in with a browser.' },
  summary: 'List your passkeys',
  description: 'What lets you in at the console and proves who you are. There are ten at most.',
  gate,
  success: { status: 200, description: 'The oldest first.', schema: listSchema(PasskeyView) },
  examples: { success: { data: [A_PASSKEY] } },
  faults: {},
  handle: ({ sessions }, _input, { caller, read }) =>
    read(async (tx) => ({ data: (await sessions.passkeys.list(tx, ownUser(caller).id)).map(view) })),
});

export const newPasskeyOptions = platformEndpoint<PasskeyDeps>()({
  id: 'passkeys.options',
  method: 'POST',
  path: '/api/passkeys/options',
  graph: { omit: 'A browser makes it.' },
  tool: { omit: 'A browser makes it.' },
  summary: 'Begin to add a passkey',
  description:
    'What a browser needs to make one (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). Its answer counts in this session, within 5 minutes, once.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  readsOnly: true,
  success: { status: 200, description: 'The options.', schema: CreationOptions },
  examples: { success: CREATION_OPTIONS },
  faults: { session_needed },
  audit: { event: 'passkey.asked', target: () => undefined },
  handle: async ({ sessions }, _input, { caller, read }) => {
    const { user, session } = signedInUser(caller);
    return read((tx) => sessions.passkeys.creationOptions(tx, user, session.id));
  },
});

export const addPasskey = platformEndpoint<PasskeyDeps>()({
  id: 'passkeys.create',
  method: 'POST',
  path: '/api/passkeys',
  graph: { omit: 'A browser makes it.' },
  summary: 'Add a passkey',
  description:
    'With the browser’s answer to the options (`RegistrationResponseJSON`). The first one is added in a session that a link from the machine began (`gatehouse admin sign-in-link`); who has an authenticator steps up with that.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  body: z.strictObject({
    label: z.string().trim().min(1).max(60).describe('What you call it.'),
    response: Registration.describe('The browser’s answer.'),
  }),
  success: { status: 201, description: 'It lets you in from now on.', schema: PasskeyView },
  examples: { body: { label: A_PASSKEY.label, response: A_REGISTRATION }, success: A_PASSKEY },
  faults: { session_needed, passkey_refused },
  audit: { event: 'passkey.added', target: () => undefined },
  prepare: ({ sessions }, { body: { response } }, { caller }) =>
    sessions.passkeys.checkNew(response, signedInUser(caller).session.id),
  handle: async ({ sessions }, { body: { label } }, { tx, caller, prepared: proof, about }) => {
    const { user } = signedInUser(caller);
    if (proof === undefined)
      throw sessionsFault('passkey_refused', 'response: proves nothing, or came too late: ask for options anew.');
    const row = await sessions.passkeys.add(tx, user.id, { proof, label });
    about(`${user.id} ${row.id}`);
    return view(row);
  },
});

export const deletePasskey = platformEndpoint<PasskeyDeps>()({
  id: 'passkeys.delete',
  method: 'DELETE',
  path: '/api/passkeys/:passkeyId',
  summary: 'Delete a passkey',
  description:
    'It lets nobody in any more. Sessions that it began go on: end them with `DELETE /api/sessions/{sessionId}`.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  params: z.strictObject({ passkeyId: z.string().max(40).describe('The `passkeyId` of the list.') }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ passkeyId: z.string() }) },
  examples: { params: { passkeyId: A_PASSKEY.passkeyId }, success: { passkeyId: A_PASSKEY.passkeyId } },
  faults: { session_needed, passkey_unknown },
  audit: { event: 'passkey.deleted', target: ({ params }) => params.passkeyId },
  handle: async ({ sessions }, { params: { passkeyId } }, { tx, caller }) => {
    await sessions.passkeys.remove(tx, ownUser(caller).id, passkeyId);
    signedInUser(caller); // Last, and undoing it: what is not theirs is not there, whatever they came in with.
    return { passkeyId };
  },
});
