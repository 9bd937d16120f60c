import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const ledgerFaults = defineFaults({
  insufficient_balance: callersFault(
    409,
    'The balance is too low',
    'Nothing was posted: the amount would take the balance below what it may be. Read the balance, and choose a smaller amount or have it topped up first.',
  ),
  account_frozen: {
    status: 409,
    blame: 'us',
    retry: 'never',
    title: 'The account is frozen',
    help: 'The nightly recount found that the balance is not the sum of its transfers, so nothing is posted until whoever runs the cloud has looked: `gatehouse ledger verify` says what differs.',
  },
});
export const ledgerFault = faultsOf(ledgerFaults);
