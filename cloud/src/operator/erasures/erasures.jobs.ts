import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type ErasuresService, FINISH } from './erasures.service.ts';

const Payload = z.strictObject({ erasureId: z.string() });

/** Ends an order to erase a member, whatever became of the process that began it. */
export const finishErasureJob = ({ finish }: Pick<ErasuresService, 'finish'>): JobKind<z.infer<typeof Payload>> => ({
  name: FINISH,
  payload: Payload,
  attempts: 20,
  run: ({ erasureId }) => finish(erasureId),
});
