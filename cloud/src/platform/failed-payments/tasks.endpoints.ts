import { z } from 'zod';
import { platformEndpoint } from '../users/platform-surface.ts';
import type { FailedPaymentsService } from './failed-payments.service.ts';

interface Deps {
  readonly failedPayments: Pick<FailedPaymentsService, 'refresh' | 'windowOf' | 'plan' | 'tell'>;
}

const gate = { needs: 'global-admin', in: 'platform' } as const;
const seconds = z.coerce.number<string | number>().int().min(0).max(9_999_999_999).optional();
const count = z.int().min(0);

export const refreshFailedPayments = platformEndpoint<Deps>()({
  id: 'tasks.refresh-failed-payments',
  method: 'PUT',
  path: '/api/admin/tasks/update-all-club-failed-payments-for-14-days',
  summary: 'Look for the failed payments of all clubs',
  description:
    'Of the 14 days before now, 14 times 24 hours. A job does it; while one is to come or runs there is no second one, and the answer names that. Where nobody takes payments here, none have failed.',
  gate,
  act: 'money',
  success: {
    status: 202,
    description: 'A job does it.',
    schema: z.object({
      runId: z.string().describe('The job, as the list of jobs has it.'),
      clubs: count.describe('How many facilities there are: it looks at all of them.'),
    }),
  },
  examples: { success: { runId: 'job_0123456789abcdef', clubs: 42 } },
  faults: {},
  audit: { event: 'failed-payments.refreshed', target: () => undefined },
  handle: ({ failedPayments }, _input, { tx }) => failedPayments.refresh(tx),
});

export const tellFailedPayments = platformEndpoint<Deps>()({
  id: 'tasks.tell-failed-payments',
  method: 'POST',
  path: '/api/admin/tasks/send-failed-club-payments-notif',
  summary: 'Tell managers of failed payments',
  description:
    'One e-mail a club to each of its managers (to who runs its organisation, where it has none), with every payment of that time that failed, is not paid by now, and that they were not told of: each payment once to each, ever. At most 100 e-mails at once: where `more` is true, send it again.',
  gate,
  act: 'money',
  query: z.strictObject({
    fromDate: seconds.describe('Unix seconds, inclusive. 24 hours before `toDate` unless given.'),
    toDate: seconds.describe('Unix seconds, exclusive. Now unless given; 31 days after `fromDate` at most.'),
  }),
  success: {
    status: 200,
    description: 'What came of it.',
    schema: z.object({
      clubs: count.describe('Clubs with failed payments in that time, as far as they were looked at.'),
      payments: count.describe('The failed payments of those clubs in that time.'),
      notified: count.describe('How many e-mails are sent.'),
      skipped: count.describe(
        'Of the payments those that nobody is told of now: all know already, or nobody is there.',
      ),
      more: z.boolean().describe('Whether there is more than is told at once.'),
    }),
  },
  examples: {
    query: { fromDate: 1_767_225_600, toDate: 1_767_312_000 },
    success: { clubs: 2, payments: 5, notified: 3, skipped: 1, more: false },
  },
  faults: {},
  audit: { event: 'failed-payments.told', target: () => undefined },
  prepare: ({ failedPayments }, { query }, { read }) => failedPayments.plan(read, failedPayments.windowOf(query)),
  handle: ({ failedPayments }, _input, { tx, prepared }) => failedPayments.tell(tx, prepared),
});
