import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { billingFaults } from '../billing/billing.faults.ts';

export const paymentsFaults = defineFaults({
  reference_unknown: billingFaults.reference_unknown,
  reference_cancelled: billingFaults.reference_cancelled,
  amount_mismatch: billingFaults.amount_mismatch,
});
export const paymentsFault = faultsOf(paymentsFaults);
