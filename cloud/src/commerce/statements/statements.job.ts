import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type StatementsService, TAKE_IN } from './statements.service.ts';

const Payload = z.strictObject({ fileId: z.string() });

/** Takes in a file of a bank; begun anew it passes over what is in already. */
export const takeInJob = (statements: Pick<StatementsService, 'takeIn'>): JobKind<z.infer<typeof Payload>> => ({
  name: TAKE_IN,
  payload: Payload,
  lease: Minutes(5),
  atOnce: 1,
  run: ({ fileId }, { signal }) => statements.takeIn(fileId, signal),
});
