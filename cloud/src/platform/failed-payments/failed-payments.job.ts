import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../jobs/jobs.module.ts';
import { type FailedPaymentsService, REFRESH } from './failed-payments.service.ts';

const Payload = z.strictObject({ from: z.int(), to: z.int() });

/** Asks for one page after the other, and may be begun anew: what is known already stays. */
export const refreshJob = (failedPayments: Pick<FailedPaymentsService, 'look'>): JobKind<z.infer<typeof Payload>> => ({
  name: REFRESH,
  payload: Payload,
  // A provider may take its time for each page.
  lease: Minutes(3),
  atOnce: 1,
  run: (window, { signal }) => failedPayments.look(window, signal),
});
