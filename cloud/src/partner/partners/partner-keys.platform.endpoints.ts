import { Hours } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { listSchema, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { accountGate, accountReach, anAccount } from './an-account.ts';
import { A_KEY, A_MADE_KEY, A_REQUEST, A_ROTATED_KEY, KEY, PARTNER } from './examples.ts';
import { Key, KeyLabel, KeyType, listedKey, MadeKey } from './key-views.ts';
import { partnersFaults } from './partners.faults.ts';
import { onePartner } from './partners.platform.endpoints.ts';
import type { PartnersService } from './partners.service.ts';
import { LoggedRequest, loggedRequest, Remarks, remarksIn, requestFilters } from './request-views.ts';

type Deps = {
  readonly partners: Pick<
    PartnersService,
    'account' | 'listKeys' | 'createKey' | 'requireKey' | 'rotateKey' | 'revokeKey' | 'listRequests'
  >;
};

const { partner_unknown, unknown_key } = partnersFaults;
const oneKey = z.object({ ...onePartner.shape, keyId: z.uuid().describe('A key of this account.') });
const RequestWithRemarks = LoggedRequest.extend({
  remarks: Remarks.optional().describe(
    'What was skipped and ignored of its items: only where one request is asked for by its id. Kept for 7 days.',
  ),
});

export const listPartnerKeys = platformEndpoint<Deps>()({
  id: 'partner-keys.list',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/keys',
  graph: { on: 'Partner', as: 'keys', with: { partnerId: 'partnerId' } },
  summary: 'List the keys of a partner',
  description: 'Redacted: enough to tell them apart, and not enough to use one. Revoked and ended ones too.',
  gate: accountGate,
  resource: anAccount,
  params: onePartner,
  success: { status: 200, description: 'All of them, the oldest first.', schema: listSchema(Key) },
  examples: { params: PARTNER, success: { data: [A_KEY] } },
  faults: { partner_unknown },
  handle: async ({ partners }, { params }) => {
    return {
      data: (await partners.listKeys(params.partnerId)).map(listedKey),
    };
  },
});

export const createPartnerKey = platformEndpoint<Deps>()({
  id: 'partner-keys.create',
  method: 'POST',
  path: '/api/admin/partners/:partnerId/keys',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Make a key for a partner',
  description:
    'It works at once, until somebody revokes it, and reaches the organisations that the account has now. One that is connected later consents to each key by itself.',
  gate: accountGate,
  act: 'grave:keys',
  stepUp: true,
  resource: anAccount,
  params: onePartner,
  body: z.strictObject({
    type: KeyType,
    label: KeyLabel,
  }),
  success: { status: 201, description: 'The key. Its text is never answered again.', schema: MadeKey },
  examples: { params: PARTNER, body: { type: A_KEY.type, label: A_KEY.label }, success: A_MADE_KEY },
  faults: { partner_unknown },
  answersSecret: true,
  audit: { event: 'partner-key.create', target: ({ params }) => params.partnerId },
  handle: async ({ partners }, { params, body }, { tx, caller }) => {
    const maker = { userId: caller.user.id, reach: accountReach(caller) };
    const { id, text } = await partners.createKey(tx, params.partnerId, body.type, body.label, maker);
    return { keyId: id, key: text };
  },
});

export const rotatePartnerKey = platformEndpoint<Deps>()({
  id: 'partner-keys.rotate',
  method: 'POST',
  path: '/api/admin/partners/:partnerId/keys/:keyId/rotate',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Give a partner a new key in place of one',
  description:
    'Of the same type, label and reach. The old one goes on working for `overlapHours`, or until it would have ended anyway. One that has ended is not revived.',
  gate: accountGate,
  act: 'grave:keys',
  stepUp: true,
  resource: anAccount,
  params: oneKey,
  body: z.strictObject({
    overlapHours: z
      .number()
      .min(0)
      .max(30 * 24)
      .default(24)
      .describe('How many hours the old key goes on working: 0 to 720.'),
  }),
  success: { status: 200, description: 'The new key. Its text is never answered again.', schema: MadeKey },
  examples: { params: { ...PARTNER, ...KEY }, body: { overlapHours: 24 }, success: A_ROTATED_KEY },
  faults: { partner_unknown, unknown_key },
  answersSecret: true,
  audit: { event: 'partner-key.rotate', target: ({ params }) => params.keyId },
  handle: async ({ partners }, { params: { partnerId, keyId }, body }, { tx }) => {
    await partners.requireKey(tx, partnerId, keyId);
    const { id, text } = await partners.rotateKey(tx, keyId, Hours(body.overlapHours));
    return { keyId: id, key: text };
  },
});

export const revokePartnerKey = platformEndpoint<Deps>()({
  id: 'partner-keys.revoke',
  method: 'DELETE',
  path: '/api/admin/partners/:partnerId/keys/:keyId',
  summary: 'Revoke a key of a partner',
  description: 'The very next request with it is refused, on every replica.',
  gate: accountGate,
  act: 'grave:keys',
  resource: anAccount,
  params: oneKey,
  success: { status: 200, description: 'It is refused from now on.', schema: Done },
  examples: { params: { ...PARTNER, ...KEY }, success: DONE },
  faults: { partner_unknown, unknown_key },
  audit: { event: 'partner-key.revoke', target: ({ params }) => params.keyId },
  handle: async ({ partners }, { params: { partnerId, keyId } }, { tx }) => {
    await partners.requireKey(tx, partnerId, keyId);
    await partners.revokeKey(tx, keyId);
    return DONE;
  },
});

export const listPartnerRequests = platformEndpoint<Deps>()({
  id: 'partners.requests',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/requests',
  graph: { on: 'Partner', as: 'requests', with: { partnerId: 'partnerId' } },
  summary: 'Read the request log of a partner',
  description: 'What the partner has sent in the last 30 days, the newest first: without queries, bodies or keys.',
  gate: accountGate,
  resource: anAccount,
  params: onePartner,
  query: z.strictObject({
    ...requestFilters,
    requestId: z.string().max(120).optional().describe('The one with this id.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(RequestWithRemarks) },
  examples: { params: PARTNER, query: { status: '4' }, success: { data: [A_REQUEST], next: null } },
  faults: { partner_unknown },
  handle: async ({ partners }, { params, query }) => {
    const { requests, next } = await partners.listRequests(params.partnerId, query);
    return {
      data: requests.map((request) => ({
        ...loggedRequest(request),
        ...(request.remarks && { remarks: remarksIn(request) }),
      })),
      next,
    };
  },
});
