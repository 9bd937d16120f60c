import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { billingFaults } from '../billing/billing.faults.ts';

export const invoicesFaults = defineFaults({
  tax_document_unknown: billingFaults.tax_document_unknown,
  not_creditable: billingFaults.not_creditable,
  supplier_unset: callersFault(
    409,
    'Nobody has said who supplies',
    'Tax documents are made once INVOICE_SUPPLIER_FILE names whoever runs the platform: name, address and tax ids. What was paid before gets none.',
  ),
  tax_data_missing: callersFault(
    409,
    'Whom to invoice is not known yet',
    'The invoice is made as soon as name and address of the customer are: set the tax data of the owner, or of its organisation.',
  ),
  invoice_pending: callersFault(409, 'The invoice is being made', 'It is made by itself. Ask again in a minute.'),
  not_invoiced: callersFault(
    409,
    'Nothing is invoiced for it',
    'It was cancelled, nothing is owed by it, or wallets paid it day by day: then the invoices are those of the top-ups.',
  ),
  vat_id_wrong: callersFault(
    400,
    'It is no id of that country',
    'An id for value-added tax begins with its country, Greece’s with EL, and has the form of that country. Leave it out where there is none.',
  ),
});
export const invoicesFault = faultsOf(invoicesFaults);
