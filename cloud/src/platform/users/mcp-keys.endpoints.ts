import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, type Named, namedBy } from './actor-surface.ts';
import { platformEndpoint } from './platform-surface.ts';
import { aUser, requireAdministers } from './user-access.ts';
import { OF_SAM, UserName } from './user-fields.ts';
import type { UserKeyView } from './user-keys.ts';
import { auditedName, type UsersEndpointDeps } from './users.endpoints.ts';
import { usersFaults } from './users.faults.ts';

type KeysDeps = Pick<UsersEndpointDeps, 'users'>;

const gate = { needs: 'global-admin', in: 'platform', orOwn: true } as const;
const named = z.strictObject({ userId: UserName });
const { user_unknown, user_full, user_key_unknown } = usersFaults;

export const KeyView = z
  .object({
    keyId: z.string(),
    label: z.string(),
    redacted: z.string().describe('Its first characters: enough to tell keys apart.'),
    expired: z.boolean(),
    createdAt: z.iso.datetime(),
    createdBy: By.describe('Who made it, or made the key that it was made with.'),
    lastUsedAt: z.iso.datetime().nullable().describe('Up to ten seconds old.'),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'UserKey' });

export const A_KEY: z.input<typeof KeyView> = {
  keyId: '5f0c1c52-7d7e-4e0a-9d3b-0f7f3a8c2b61',
  label: 'Reports of the front desk',
  redacted: 'ghk_AbCdEfGh…',
  expired: false,
  createdAt: '2026-01-01T09:30:00.000Z',
  createdBy: BY_SAM,
  lastUsedAt: null,
  expiresAt: null,
};

/** A key as it is listed, over the API and by order. */
export const userKeyView = ({
  id,
  createdAt,
  lastUsedAt,
  expiresAt,
  ...key
}: Named<UserKeyView, 'createdBy'>): z.infer<typeof KeyView> => ({
  ...key,
  keyId: id,
  createdAt: isoOf(createdAt),
  lastUsedAt: isoOrNull(lastUsedAt),
  expiresAt: isoOrNull(expiresAt),
});

export const listKeys = platformEndpoint<KeysDeps>()({
  id: 'mcp-keys.list',
  method: 'GET',
  path: '/api/users/:userId/mcp-keys',
  graph: { on: 'User', as: 'mcpKeys', with: { userId: 'userId' } },
  summary: 'List a user’s keys',
  description:
    'For tools that act in the user’s name. Redacted: the text of a key is shown when it is made, and never again.',
  gate,
  resource: aUser,
  params: named,
  success: { status: 200, description: 'The newest first.', schema: listSchema(KeyView) },
  examples: { params: OF_SAM, success: { data: [{ ...A_KEY, lastUsedAt: '2026-01-02T08:00:00.000Z' }] } },
  faults: { user_unknown },
  handle: ({ users }, _input, { read, resource: { user } }) =>
    read(async (tx) => {
      const keys = await users.listKeys(tx, user.id);
      return { data: (await namedBy(tx, keys, 'createdBy')).map(userKeyView) };
    }),
});

export const createKey = platformEndpoint<KeysDeps>()({
  id: 'mcp-keys.create',
  method: 'POST',
  path: '/api/users/:userId/mcp-keys',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Create a key',
  description:
    'The key may do what the user may, for as long as the user may. Its text is in this answer and nowhere else. Users make their own; global admins make anybody’s who does not hold more than they do.',
  gate,
  act: 'grave:keys',
  stepUp: true,
  resource: aUser,
  params: named,
  body: z.strictObject({
    label: z.string().trim().min(1).max(120).describe('What it is used for.'),
    expiresAt: z.iso
      .datetime({ offset: true })
      .max(40)
      .nullable()
      .optional()
      .describe('In the future. Never, unless given.'),
  }),
  success: {
    status: 201,
    description: 'The key.',
    schema: z.object({
      keyId: z.string(),
      label: z.string(),
      key: z.string().describe('Shown once.'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
    }),
  },
  faults: { user_unknown, user_full },
  audit: { event: 'user.key-created', target: ({ params }) => auditedName(params.userId) },
  answersSecret: true,
  examples: {
    params: OF_SAM,
    body: { label: A_KEY.label },
    success: {
      keyId: A_KEY.keyId,
      label: A_KEY.label,
      key: 'ghk_AbCdEfGhExampleExampleExampleExampleExample',
      createdAt: A_KEY.createdAt,
      expiresAt: null,
    },
  },
  handle: async ({ users }, { body: { label, expiresAt } }, { tx, caller, about, resource: found }) => {
    const end = expiresAt == null ? undefined : Date.parse(expiresAt);
    const { id } = found.user;
    if (id !== caller.user.id) requireAdministers(caller, found);
    const given = { label, ...(end !== undefined && { expiresAt: end }) };
    const key = await users.addKey(tx, id, given, caller.actor, caller.keyId);
    about(`${id} ${key.id}`);
    return { keyId: key.id, label, key: key.text, createdAt: isoOf(key.createdAt), expiresAt: isoOrNull(end) };
  },
});

export const deleteKey = platformEndpoint<KeysDeps>()({
  id: 'mcp-keys.delete',
  method: 'DELETE',
  path: '/api/users/:userId/mcp-keys/:keyId',
  summary: 'Delete a key',
  description:
    'The very next request with it is refused. Users delete their own; global admins anybody’s, also of somebody who may do more than they: a key that got out has to end at once.',
  gate,
  act: 'grave:keys',
  resource: aUser,
  params: z.strictObject({ userId: UserName, keyId: z.string().min(1).max(64).describe('The `keyId` of the list.') }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ keyId: z.string() }) },
  examples: { params: { ...OF_SAM, keyId: A_KEY.keyId }, success: { keyId: A_KEY.keyId } },
  faults: { user_unknown, user_key_unknown },
  audit: { event: 'user.key-deleted', target: ({ params }) => params.keyId },
  handle: async ({ users }, { params }, { tx, about, resource: { user } }) => {
    await users.removeKey(tx, user.id, params.keyId);
    about(`${user.id} ${params.keyId}`);
    return { keyId: params.keyId };
  },
});
