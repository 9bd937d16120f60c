import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { partnersFaults } from '../partners/partners.faults.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import { DONE, Done } from '../users/club-surface.ts';
import { platformEndpoint, reachOf } from '../users/platform-surface.ts';
import { scopesFaults } from './scopes.faults.ts';
import type { ScopesService } from './scopes.service.ts';

type Deps = {
  readonly scopes: Pick<ScopesService, 'listStatuses' | 'setStatus'>;
  readonly partners: Pick<PartnersService, 'account'>;
};

const gate = { needs: 'org-admin', in: 'anywhere' } as const;
const params = z.object({ partnerId: PartnerId });
const effect = z
  .enum(['allow', 'deny', 'ignore'])
  .describe('`deny` keeps out whoever has the status; `allow` and `ignore` deny nothing.');
const { partner_unknown } = partnersFaults;

export const listStatuses = platformEndpoint<Deps>()({
  id: 'partner-statuses.list',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/statuses',
  summary: 'List what the statuses of a partner’s members and plans do',
  description:
    'The partner’s own map, and what words mean by default that it says nothing of. Any other word denies nothing, and is warned of.',
  gate,
  params,
  success: {
    status: 200,
    description: 'The words, in their order.',
    schema: z.object({ statuses: z.array(z.object({ word: z.string(), effect, own: z.boolean() })) }),
  },
  faults: { partner_unknown },
  handle: async ({ scopes, partners }, { params }, { caller }) => {
    await partners.account(params.partnerId, reachOf(caller, 'org-admin'));
    return { statuses: await scopes.listStatuses(params.partnerId) };
  },
});

export const setStatus = platformEndpoint<Deps>()({
  id: 'partner-statuses.set',
  method: 'PUT',
  path: '/api/admin/partners/:partnerId/statuses',
  summary: 'Say what a status of a partner does',
  description:
    'At every facility, from now on. Null: what it means by default, if anything. Capitals, hyphens and underscores make no difference.',
  gate,
  params,
  body: z.strictObject({ word: z.string().trim().min(1).max(120), effect: effect.nullable() }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  faults: { partner_unknown, status_words_too_many: scopesFaults.status_words_too_many },
  audit: { event: 'partner-status.set', target: ({ params }) => params.partnerId },
  handle: async ({ scopes, partners }, { params, body }, { caller }) => {
    await partners.account(params.partnerId, reachOf(caller, 'org-admin'));
    await scopes.setStatus(params.partnerId, body.word, body.effect);
    return DONE;
  },
});
