import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { billingFaults } from '../billing/billing.faults.ts';

export const statementsFaults = defineFaults({
  statement_malformed: callersFault(
    400,
    'The file is no statement that can be read',
    'It must be CAMT.053 in XML without a DOCTYPE, or CSV with the columns that the query names. The message says where it stops being one.',
  ),
  statement_wrong: callersFault(
    422,
    'The statement contradicts itself',
    'The message says where. Nothing of the file counts: ask the bank for it again, or look whether somebody has changed it.',
  ),
  entry_unknown: billingFaults.entry_unknown,
  entry_decided: billingFaults.entry_decided,
  entry_not_credited: callersFault(
    409,
    'This payment cannot be credited',
    'What went out of the account, was taken back, or came in another currency is dismissed once it is dealt with elsewhere.',
  ),
});
export const statementsFault = faultsOf(statementsFaults);
