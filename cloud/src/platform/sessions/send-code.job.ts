import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../jobs/jobs.module.ts';

interface Payload {
  readonly codeId: string;
  readonly subjectId: string;
}

/** Writes the e-mail with a code; of one that nobody has asked for in earnest it does nothing. */
export const sendCodeJob = (
  name: string,
  codes: { send(codeId: string, subjectId: string): Promise<void> },
): JobKind<Payload> => ({
  name,
  payload: z.strictObject({ codeId: z.string().max(40), subjectId: z.string().max(40) }),
  lease: Minutes(1),
  run: ({ codeId, subjectId }) => codes.send(codeId, subjectId),
});
