import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { billingFaults } from './billing.faults.ts';
import { billingEndpoint, cents, flag, OWNER, OwnerKeyField, ownerKeyParam, superAdmins } from './billing-surface.ts';
import { HEALTHS } from './directory.ts';

const Line = z
  .object({
    ownerKey: OwnerKeyField,
    name: z.string().describe('What the organisation or the facility is called.'),
    archived: z.boolean().describe('Whether it is kept for its books alone.'),
    billingDisabled: z.boolean().describe('Whether it is metered and not billed.'),
    billingMethod: z.enum(['wallet', 'invoice']).describe('How it is billed.'),
    balanceCents: cents.describe('The balance of its wallet.'),
    health: z.enum(HEALTHS).describe('The gravest that is so.'),
    overdueCents: cents.describe('What is overdue of its records.'),
    monthToDateCents: cents.describe('What this month came to so far.'),
    autoTopup: z
      .object({
        state: z.enum(['on', 'off']).describe('Whether it is on.'),
        failedCode: z.string().nullable().describe('Why the last one failed. Null: none did.'),
      })
      .describe('Its automatic top-up.'),
    ai: z
      .object({
        availableMicros: z.int().describe('Credit for AI models, in millionths of the currency.'),
        paused: z.boolean().describe('Whether AI models are paused.'),
      })
      .describe('Its prepaid credit for AI models.'),
  })
  .meta({ id: 'BillingHealth' });

export const listDirectory = billingEndpoint({
  id: 'billing.directory',
  method: 'GET',
  path: '/api/admin/saas-billing/directory',
  summary: 'List how every owner stands',
  description: 'Organisations first, then facilities, each by its id. Archived ones only where they are asked for.',
  gate: superAdmins,
  query: z.strictObject({ includeArchived: flag('Whether to list archived ones as well.'), ...pagesOf() }),
  success: { status: 200, description: 'A page of owners.', schema: pageSchema(Line) },
  examples: {
    query: { includeArchived: 'true' },
    success: {
      data: [
        {
          ownerKey: OWNER,
          name: 'Harbour Fitness',
          archived: false,
          billingDisabled: false,
          billingMethod: 'wallet',
          balanceCents: 25_000,
          health: 'ok',
          overdueCents: 0,
          monthToDateCents: 1_250,
          autoTopup: { state: 'off', failedCode: null },
          ai: { availableMicros: 0, paused: false },
        },
      ],
      next: null,
    },
  },
  faults: {},
  handle: ({ billing }, { query }, { read }) => read((tx) => billing.directory(tx, query)),
});

export const archiveOwner = billingEndpoint({
  id: 'billing.archive-owner',
  method: 'PUT',
  path: '/api/admin/saas-billing/owners/:ownerKey/archived',
  summary: 'Archive an owner, or take it back',
  description:
    'An archived organisation or facility is left out of the directory and of analytics unless they are asked for it. It is not topped up automatically meanwhile, either. Nothing else changes: no door, no day, no balance.',
  gate: superAdmins,
  act: 'money',
  params: z.object({ ownerKey: ownerKeyParam }),
  body: z.strictObject({ archived: z.boolean().describe('Whether it is archived from now on.') }),
  success: {
    status: 200,
    description: 'How it is now.',
    schema: z.object({
      ownerKey: OwnerKeyField,
      archived: z.boolean().describe('Whether it is archived.'),
      changed: z.boolean().describe('Whether it was not so before.'),
    }),
  },
  examples: {
    params: { ownerKey: OWNER },
    body: { archived: true },
    success: { ownerKey: OWNER, archived: true, changed: true },
  },
  faults: { owner_unknown: billingFaults.owner_unknown },
  audit: { event: 'billing.archived', target: ({ params }) => params.ownerKey },
  handle: ({ billing }, { params, body }, { tx }) => billing.archive(tx, params.ownerKey, body.archived),
});
