import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { billingModule } from '../billing/billing.module.ts';
import { matchApproved } from '../billing/billing.ports.ts';
import { matchPayment } from './payments.endpoints.ts';
import { paymentsFaults } from './payments.faults.ts';
import { recordByReference, settleRecord } from './payments.ports.ts';
import { createPaymentsService } from './payments.service.ts';

export const paymentsModule = defineModule('payments', {
  needs: [billingModule],
  owns: {
    payment_match: 'never',
  },
  faults: paymentsFaults,
  asks: { recordByReference, settleRecord },
  create: ({ clock, random, billing, recordByReference, settleRecord }) => ({
    payments: createPaymentsService({ clock, random, billing, recordByReference, settleRecord }),
  }),
})({
  endpoints: [matchPayment],
  answers: ({ payments }) => [answer(matchApproved, payments.matchApproved)],
});
