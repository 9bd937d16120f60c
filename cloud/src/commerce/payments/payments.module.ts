import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { billingModule } from '../billing/billing.module.ts';
import { matchApproved } from '../billing/billing.ports.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { monthlyRecordsModule } from '../monthly-records/monthly-records.module.ts';
import { matchPayment } from './payments.endpoints.ts';
import { paymentsFaults } from './payments.faults.ts';
import { createPaymentsService } from './payments.service.ts';

export type { Payable } from './payable.ts';
export type { PaymentsService } from './payments.service.ts';

export const paymentsModule = defineModule('payments', {
  needs: [ledgerModule, billingModule, monthlyRecordsModule],
  owns: {
    payment_match: 'never',
  },
  faults: paymentsFaults,
  create: (deps) => ({ payments: createPaymentsService(deps) }),
})({
  endpoints: [matchPayment],
  answers: ({ payments }) => [answer(matchApproved, payments.matchApproved)],
});
