import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { HAND_OVER, type HandOver } from './hand-over.ts';

/** Hands over what is due of one message. */
export const handOverJob = (handOver: Pick<HandOver, 'run'>): JobKind<{ readonly messageId: string }> => ({
  name: HAND_OVER,
  payload: z.strictObject({ messageId: z.string().max(64) }),
  // Longer than a provider may think, so that nobody else asks it meanwhile.
  lease: Minutes(3),
  // All to the same provider, which may be gone.
  atOnce: 2,
  run: ({ messageId }, { signal }) => handOver.run(messageId, signal),
});
