import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { ledgerFaults } from '../ledger/ledger.faults.ts';

export const billingFaults = defineFaults({
  insufficient_balance: ledgerFaults.insufficient_balance,
  account_frozen: ledgerFaults.account_frozen,
  owner_unknown: callersFault(
    404,
    'No such owner',
    'An owner is `org#<id>` or `facility#<id>`, URL-encoded once in a path (`org%23org_…`). There is no organisation or facility of this id.',
  ),
  profile_unknown: callersFault(
    404,
    'No billing profile of its own',
    'This owner has said nothing of how it is billed, so there is nothing to delete: everything is inherited.',
  ),
  migration_blocked: callersFault(
    409,
    'The billing method cannot change yet',
    'Something has to be settled first: the message names it, and the preflight lists everything.',
  ),
  wallet_locked: callersFault(
    402,
    'Nothing that costs more is begun until what is owed is paid',
    'The wallet of whoever pays is used up, or a record is overdue, for longer than agreed. Top it up or pay the record: that counts at once. Doors are not touched by it.',
  ),
  invoice_unknown: callersFault(404, 'No such top-up invoice', 'There is no top-up invoice with this id.'),
  invoice_paid: callersFault(
    409,
    'The invoice is paid',
    'A paid invoice stays paid. To give the money back, adjust the wallet.',
  ),
  approval_unknown: callersFault(404, 'Nothing waits under this id', 'There is no approval with this id.'),
  approval_own: callersFault(
    409,
    'It takes a second person',
    'Whoever asked for it does not approve it. Have another super admin decide.',
  ),
  approval_over: callersFault(
    409,
    'It is decided, or too late',
    'It was decided the other way before, or nobody decided within 7 days. Ask for it anew.',
  ),
  // What was approved is carried out by payments, statements and invoices, who say why it cannot be.
  reference_unknown: callersFault(
    404,
    'Nothing is paid by this reference',
    'Its form and its check letter are right, and it was never given out here. Look at the payment again: it may be another installation’s.',
  ),
  reference_cancelled: callersFault(
    409,
    'What this reference paid was cancelled',
    'The top-up invoice was cancelled. With `force` the money is credited to the wallet all the same, once, and the invoice stays cancelled.',
  ),
  amount_mismatch: callersFault(
    409,
    'It is not the amount that was expected',
    'The message names both amounts. With `force` a top-up credits what came, and a monthly record is paid.',
  ),
  entry_unknown: callersFault(404, 'There is no such payment', 'Take its id from the list of those that wait.'),
  entry_decided: callersFault(
    409,
    'Somebody has decided this payment',
    'It waits no longer, and what was decided stays. Money that went to the wrong owner is moved by adjusting both wallets.',
  ),
  tax_document_unknown: callersFault(
    404,
    'No such tax document',
    'There is no invoice or credit note with this id. Take it from the list of an owner’s.',
  ),
  not_creditable: callersFault(
    409,
    'It cannot be credited that way',
    'The message says why: a credit note corrects invoices only, one that is still owed as a whole, and never more than is left of it.',
  ),
});
export const billingFault = faultsOf(billingFaults);
