import { z } from 'zod';
import type { JobKind } from '../jobs/job-kind.ts';
import { Notification } from './notification.ts';
import { DELIVER_PUSH, type PushesService } from './pushes.service.ts';

type Payload = Parameters<PushesService['deliver']>[0];

/** Hands one notification to the push service of one browser. */
export const deliverPushJob = (pushes: Pick<PushesService, 'deliver'>): JobKind<Payload> => ({
  name: DELIVER_PUSH,
  payload: z.strictObject({
    subscriptionId: z.string().max(40),
    userId: z.string().max(40),
    notification: Notification,
  }),
  // With the usual back-off, over half an hour: what is told later than that is no news.
  attempts: 8,
  // A browser's push service may be whatever somebody named, and take its time.
  atOnce: 16,
  run: (payload, { signal }) => pushes.deliver(payload, signal),
});
