import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { partnersFaults } from '../partners/partners.faults.ts';
import {
  A_KEY,
  A_MADE_KEY,
  A_ROTATED_KEY,
  Key,
  KeyLabel,
  KeyType,
  listedKey,
  MadeKey,
  type PartnersService,
} from '../partners/partners.module.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';

interface KeysDeps {
  readonly partners: Pick<PartnersService, 'createOwnKey' | 'listKeys' | 'requireKey' | 'revokeKey' | 'rotateKey'>;
}
const gate = { contact: 'any' } as const;
const { unknown_key } = partnersFaults;
const oneKey = z.strictObject({ keyId: z.uuid().describe('The `keyId` of the list.') });
const ONE = { keyId: A_KEY.keyId };

export const listKeys = consoleEndpoint<KeysDeps>()({
  id: 'console-keys.list',
  method: 'GET',
  path: '/console/v1/keys',
  summary: 'List your keys',
  description: 'Redacted, with when and from where each was last used. Revoked and ended ones too.',
  gate,
  success: { status: 200, description: 'All of them, the oldest first.', schema: listSchema(Key) },
  examples: { success: { data: [A_KEY] } },
  faults: {},
  handle: async ({ partners }, _input, { caller }) => ({
    data: (await partners.listKeys(signedIn(caller).contact.partnerId)).map(listedKey),
  }),
});

export const createKey = consoleEndpoint<KeysDeps>()({
  id: 'console-keys.create',
  method: 'POST',
  path: '/console/v1/keys',
  summary: 'Make a key',
  description:
    'It works at once, and reaches the organisations that your keys have reached so far; your first key reaches those that your account was opened to. Others consent to each key by themselves.',
  gate,
  body: z.strictObject({ type: KeyType, label: KeyLabel }),
  success: { status: 201, description: 'The key. Its text is never answered again.', schema: MadeKey },
  examples: { body: { type: A_KEY.type, label: A_KEY.label }, success: A_MADE_KEY },
  faults: {},
  answersSecret: true,
  audit: { event: 'console-keys.create', target: () => undefined },
  handle: async ({ partners }, { body }, { tx, caller, about }) => {
    const { id, text } = await partners.createOwnKey(tx, signedIn(caller).contact.partnerId, body.type, body.label);
    about(id);
    return { keyId: id, key: text };
  },
});

export const rotateKey = consoleEndpoint<KeysDeps>()({
  id: 'console-keys.rotate',
  method: 'POST',
  path: '/console/v1/keys/:keyId/rotate',
  summary: 'Replace a key',
  description:
    'A new key of the same type, label and reach. The old one goes on working for `overlapDays`, or until it would have ended anyway.',
  gate,
  params: oneKey,
  body: z.strictObject({
    overlapDays: z.number().min(0).max(30).describe('How many days the old key goes on working: 0 to 30.'),
  }),
  success: { status: 200, description: 'The new key. Its text is never answered again.', schema: MadeKey },
  examples: { params: ONE, body: { overlapDays: 1 }, success: A_ROTATED_KEY },
  faults: { unknown_key },
  answersSecret: true,
  audit: { event: 'console-keys.rotate', target: ({ params }) => params.keyId },
  handle: async ({ partners }, { params: { keyId }, body }, { tx, caller }) => {
    await partners.requireKey(tx, signedIn(caller).contact.partnerId, keyId);
    const { id, text } = await partners.rotateKey(tx, keyId, Days(body.overlapDays));
    return { keyId: id, key: text };
  },
});

export const revokeKey = consoleEndpoint<KeysDeps>()({
  id: 'console-keys.revoke',
  method: 'DELETE',
  path: '/console/v1/keys/:keyId',
  summary: 'Revoke a key',
  description: 'The very next request with it is refused, on every replica.',
  gate,
  params: oneKey,
  success: { status: 200, description: 'It is refused from now on.', schema: Done },
  examples: { params: ONE, success: DONE },
  faults: { unknown_key },
  audit: { event: 'console-keys.revoke', target: ({ params }) => params.keyId },
  handle: async ({ partners }, { params: { keyId } }, { tx, caller }) => {
    await partners.requireKey(tx, signedIn(caller).contact.partnerId, keyId);
    await partners.revokeKey(tx, keyId);
    return DONE;
  },
});
