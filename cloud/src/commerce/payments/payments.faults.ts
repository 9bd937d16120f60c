import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const paymentsFaults = defineFaults({
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
});
export const paymentsFault = faultsOf(paymentsFaults);
