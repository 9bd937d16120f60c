import { z } from 'zod';
import { oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { billingFaults } from './billing.faults.ts';
import { CENTS_MAX } from './billing-shapes.ts';
import { billingEndpoint, OWNER, ownerKeyParam, superAdmins } from './billing-surface.ts';
import { AN_INVOICE, TopupInvoice } from './topup-invoice-shape.ts';

const { owner_unknown, invoice_unknown, invoice_paid } = billingFaults;

export const createTopupInvoice = billingEndpoint({
  id: 'billing.create-topup-invoice',
  method: 'POST',
  path: '/api/admin/saas-billing/wallets/:ownerKey/topup-invoices',
  summary: 'Make a top-up invoice',
  description:
    'What the owner pays by a transfer with the reference. Nothing is credited before the payment is matched to it, by that reference.',
  gate: superAdmins,
  act: 'money',
  params: z.object({ ownerKey: ownerKeyParam }),
  body: z.strictObject({
    amountCents: z.int().min(1).max(CENTS_MAX).describe('What is to be paid, in the smallest unit of the currency.'),
    dueDays: z.int().min(0).max(120).optional().describe('Days until it is due: those of the profile unless given.'),
  }),
  success: { status: 201, description: 'The invoice.', schema: TopupInvoice },
  examples: { params: { ownerKey: OWNER }, body: { amountCents: 25_000, dueDays: 14 }, success: AN_INVOICE },
  faults: { owner_unknown },
  audit: { event: 'topup-invoice.made', target: ({ params }) => params.ownerKey },
  handle: async ({ billing }, { params, body }, { tx, caller }) => {
    const owner = await billing.owners.require(tx, params.ownerKey);
    const dueDays = body.dueDays ?? (await billing.profiles.resolve(tx, owner)).profile.netDays;
    const made = await billing.topups.create(tx, owner, {
      amountCents: body.amountCents,
      dueDays,
      by: actorOf(caller),
    });
    return oneNamedBy(tx, made, 'madeBy');
  },
});

export const cancelTopupInvoice = billingEndpoint({
  id: 'billing.cancel-topup-invoice',
  method: 'POST',
  path: '/api/admin/saas-billing/topup-invoices/:invoiceId/cancel',
  summary: 'Cancel a top-up invoice',
  description:
    'A pending one is cancelled, once; one that was cancelled before stays so, and `changed` is false. A paid one is refused. Of a payment that is matched at the same moment one wins.',
  gate: superAdmins,
  act: 'money',
  params: z.object({
    invoiceId: z
      .string()
      .max(120)
      .describe('The invoice.')
      .meta({ examples: ['tinv_0123456789abcdef'] }),
  }),
  success: {
    status: 200,
    description: 'The invoice as it is now.',
    schema: TopupInvoice.extend({ changed: z.boolean().describe('Whether this is what cancelled it.') }),
  },
  examples: {
    params: { invoiceId: 'tinv_0123456789abcdef' },
    success: { ...AN_INVOICE, state: 'cancelled', cancelledAt: '2026-01-02T09:30:00.000Z', changed: true },
  },
  faults: { invoice_unknown, invoice_paid },
  audit: { event: 'topup-invoice.cancelled', target: ({ params }) => params.invoiceId },
  handle: async ({ billing }, { params }, { tx }) =>
    oneNamedBy(tx, await billing.topups.cancel(tx, params.invoiceId), 'madeBy'),
});
