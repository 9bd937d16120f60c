import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import { accountGate, anAccount } from '../../partner/partners/partners.module.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { PARTNER } from './examples.ts';
import { scopesFaults } from './scopes.faults.ts';
import type { ScopesService } from './scopes.service.ts';

type Deps = {
  readonly scopes: Pick<ScopesService, 'listStatuses' | 'setStatus'>;
  readonly partners: Pick<PartnersService, 'account'>;
};

const params = z.object({ partnerId: PartnerId.describe('The account.') });
const effect = z
  .enum(['allow', 'deny', 'ignore'])
  .describe('`deny` keeps out whoever has the status; `allow` and `ignore` deny nothing.');
const { partner_unknown } = partnersFaults;
const Status = z.object({
  word: z.string().describe('In small letters, with spaces.'),
  effect,
  own: z.boolean().describe('Somebody has said so for this partner; it is the default otherwise.'),
});

export const listStatuses = platformEndpoint<Deps>()({
  id: 'partner-statuses.list',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/statuses',
  graph: { on: 'Partner', as: 'statuses', with: { partnerId: 'partnerId' } },
  summary: 'List what the statuses of a partner’s members and plans do',
  description:
    'The partner’s own map, and what words mean by default that it says nothing of. Any other word denies nothing, and is warned of.',
  gate: accountGate,
  resource: anAccount,
  params,
  success: { status: 200, description: 'The words, in their order.', schema: listSchema(Status) },
  examples: {
    params: PARTNER,
    success: {
      data: [
        { word: 'active', effect: 'allow', own: false },
        { word: 'canceled', effect: 'deny', own: false },
        { word: 'cancelled', effect: 'deny', own: false },
        { word: 'current', effect: 'allow', own: false },
        { word: 'expired', effect: 'deny', own: false },
        { word: 'on hold', effect: 'allow', own: true },
        { word: 'suspended', effect: 'deny', own: false },
      ],
    },
  },
  faults: { partner_unknown },
  handle: async ({ scopes }, { params }) => ({ data: await scopes.listStatuses(params.partnerId) }),
});

export const setStatus = platformEndpoint<Deps>()({
  id: 'partner-statuses.set',
  method: 'PUT',
  path: '/api/admin/partners/:partnerId/statuses',
  summary: 'Say what a status of a partner does',
  description: 'At every facility, from now on. Capitals, hyphens and underscores make no difference.',
  gate: accountGate,
  act: 'grave:access',
  resource: anAccount,
  params,
  body: z.strictObject({
    word: z.string().trim().min(1).max(120).describe('The status, as the partner sends it.'),
    effect: effect
      .nullable()
      .describe(
        '`deny` keeps out whoever has the status; `allow` and `ignore` deny nothing. Null: what the word means by default.',
      ),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: PARTNER, body: { word: 'On Hold', effect: 'allow' }, success: DONE },
  faults: { partner_unknown, status_words_too_many: scopesFaults.status_words_too_many },
  audit: { event: 'partner-status.set', target: ({ params }) => params.partnerId },
  handle: async ({ scopes }, { params, body }, { tx }) => {
    await scopes.setStatus(tx, params.partnerId, body.word, body.effect);
    return DONE;
  },
});
