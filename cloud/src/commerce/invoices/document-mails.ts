import { mailKind } from '../../platform/mail/mail.module.ts';
import { OWNER } from '../billing/billing.module.ts';

const variables = {
  owner: OWNER,
  number: { about: 'The number of the document.', as: 'line', example: '2026-000123', needed: true },
  total: { about: 'What it comes to, with tax.', as: 'line', example: 'EUR 420.00' },
} as const;

export const INVOICE_ISSUED = mailKind({
  kind: 'invoices.invoice-issued',
  summary: 'To whoever gets the invoices of a payer: one that was issued, as a file.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'Invoice {{number}} of {{owner}}',
    text: `Attached is the invoice {{number}} of {{owner}}, over {{total}}.

Whether anything of it is still to be paid, until when and how, stands in it.
`,
  },
});

export const CREDIT_NOTE_ISSUED = mailKind({
  kind: 'invoices.credit-note-issued',
  summary: 'To whoever gets the invoices of a payer: a credit note that was issued, as a file.',
  of: 'platform',
  variables,
  builtIn: {
    subject: 'Credit note {{number}} of {{owner}}',
    text: `Attached is the credit note {{number}} of {{owner}}, over {{total}}.

Which invoice it corrects, and why, stands in it.
`,
  },
});
