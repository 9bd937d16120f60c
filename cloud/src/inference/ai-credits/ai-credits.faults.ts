import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { ledgerFaults } from '../../commerce/ledger/ledger.faults.ts';
import { payprocFaults } from '../../commerce/payproc/payproc.faults.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';

export const aiCreditsFaults = defineFaults({
  insufficient_balance: ledgerFaults.insufficient_balance,
  account_frozen: ledgerFaults.account_frozen,
  topup_unknown: payprocFaults.topup_unknown,
  not_configured: providerFaults.not_configured,
  payproc_unavailable: payprocFaults.payproc_unavailable,
  payproc_refused: payprocFaults.payproc_refused,
  receipt_unknown: callersFault(
    404,
    'There is no receipt for that',
    'Receipts are for top-ups and for what was given back of them, by the id of their transaction at this facility. What requests came to stands in the statement of its month.',
  ),
  statement_unknown: callersFault(
    404,
    'There is no statement of that month',
    'The month lies ahead, or nothing had moved by its end. List the statements to see which there are.',
  ),
});
export const aiCreditsFault = faultsOf(aiCreditsFaults);
