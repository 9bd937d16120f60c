import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JobKind } from '../jobs/jobs.module.ts';
import type { SessionsService } from './sessions.service.ts';
import { SEND_CODE } from './sign-in-codes.ts';

interface Payload {
  readonly codeId: string;
  readonly userId: string;
}

/** Writes the e-mail with a code; of one that nobody has asked for in earnest it does nothing. */
export const sendCodeJob = ({ codes }: Pick<SessionsService, 'codes'>): JobKind<Payload> => ({
  name: SEND_CODE,
  payload: z.strictObject({ codeId: z.string().max(40), userId: z.string().max(40) }),
  lease: Minutes(1),
  run: ({ codeId, userId }) => codes.send(codeId, userId),
});
