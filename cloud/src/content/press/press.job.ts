import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type PressService, PUBLISH_PRESS } from './press.service.ts';

interface Payload {
  readonly pressId: string;
  readonly publishAt: number;
}

/** Publishes a press item when its time has come. */
export const publishPressJob = (press: Pick<PressService, 'publishDue'>): JobKind<Payload> => ({
  name: PUBLISH_PRESS,
  payload: z.strictObject({ pressId: z.string().max(64), publishAt: z.int() }),
  run: ({ pressId, publishAt }) => press.publishDue(pressId, publishAt),
});
