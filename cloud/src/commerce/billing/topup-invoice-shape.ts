import { z } from 'zod';
import { BY_SAM, By } from '../../platform/users/actor-surface.ts';
import { cents, moment, OWNER, OwnerKeyField } from './billing-surface.ts';

export const TopupInvoice = z
  .object({
    invoiceId: z.string().describe('The invoice: `tinv_` and 16 characters.'),
    ownerKey: OwnerKeyField,
    purpose: z.enum(['wallet', 'ai-credit']).describe('What it tops up.'),
    amountCents: cents.describe('What is to be paid, in the smallest unit of the currency.'),
    currency: z.string().describe('ISO 4217.'),
    reference: z.string().describe('What the payer writes with the transfer: `XXXX-XXXX`.'),
    state: z.enum(['pending', 'paid', 'cancelled']).describe('A paid one stays paid, a cancelled one cancelled.'),
    dueAt: moment.describe('When it is due.'),
    madeBy: By.describe('Who made it.'),
    madeAt: moment.describe('When it was made.'),
    cancelledAt: moment.nullable().describe('When it was cancelled. Null: it was not.'),
    receivedCents: cents
      .nullable()
      .describe('What came in; of a cancelled one too, whose money went to the wallet. Null: nothing did.'),
    paidAt: moment.nullable().describe('When the money came in. Null: it did not.'),
  })
  .meta({ id: 'TopupInvoice' });

export const AN_INVOICE: z.input<typeof TopupInvoice> = {
  invoiceId: 'tinv_0123456789abcdef',
  ownerKey: OWNER,
  purpose: 'wallet',
  amountCents: 25_000,
  currency: 'EUR',
  reference: '7K3M-Q0Z3',
  state: 'pending',
  dueAt: '2026-01-15T09:30:00.000Z',
  madeBy: BY_SAM,
  madeAt: '2026-01-01T09:30:00.000Z',
  cancelledAt: null,
  receivedCents: null,
  paidAt: null,
};
